import type { Sequence } from '../sequence.ts';
import type { Tokenizer } from './tokenizer.ts';

/** A prompt as a model reads it: the beginning, then the text. */
export function promptTokens(tokenizer: Tokenizer, prompt: string): number[] {
  return [tokenizer.begin, ...tokenizer.encode(prompt)];
}

/** A prompt and its answer; the answer and its end are the targets. */
export function questionAnswer(tokenizer: Tokenizer, prompt: string, answer: string): Sequence {
  const given = promptTokens(tokenizer, prompt);
  return { tokens: [...given, ...tokenizer.encode(answer), tokenizer.end], from: given.length };
}
