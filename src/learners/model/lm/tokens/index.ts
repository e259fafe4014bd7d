/** Tokenizers, and texts as tokens. */
export { bytePairTokenizer, trainBytePairs } from './byte-pairs.ts';
export { alphabetOf, characterTokenizer } from './characters.ts';
export { promptTokens, questionAnswer } from './question-answer.ts';
export type { Tokenizer } from './tokenizer.ts';
