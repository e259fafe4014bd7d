import { bytePairTokenizer } from './byte-pairs.ts';
import { characterTokenizer } from './characters.ts';
import type { Tokenizer, TokenizerData } from './tokenizer.ts';

/** The tokenizer of stored data. */
export function tokenizerFrom(data: TokenizerData): Tokenizer {
  return data.kind === 'characters' ? characterTokenizer(data.alphabet) : bytePairTokenizer(data.merges);
}
