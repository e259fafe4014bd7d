import { Fault } from '#foundation/kernel';
import type { Sequence } from '#learners/model/lm';
import { promptTokens, type Tokenizer } from '#learners/model/lm/tokens';
import type { Lessons } from './train-lm.ts';

/**
 * A text as windows of as many tokens as a model takes. Each begins half a window after the one before, and its targets are the tokens that no
 * window before it had: every token is a target once, and all but those of the first window have half a window before them.
 */
export function textWindows(text: string, tokenizer: Tokenizer, context: number): Sequence[] {
  const tokens = promptTokens(tokenizer, text);
  if (tokens.length < 2) throw new Fault('lm/bad-sequence', 'the text is empty');
  const step = Math.max(1, Math.floor(context / 2));
  const windows: Sequence[] = [];
  for (let start = 0, done = 1; done < tokens.length; start += step) {
    const window = tokens.slice(start, start + context + 1);
    windows.push({ tokens: window, from: done - start });
    done = start + window.length;
  }
  return windows;
}

/** A text as what a model learns from: all tokens of its windows. */
export function textLessons(text: string): Lessons {
  return {
    texts: [text],
    sequences: (tokenizer, context) => textWindows(text, tokenizer, context).map(({ tokens }) => ({ tokens, from: 1 })),
  };
}
