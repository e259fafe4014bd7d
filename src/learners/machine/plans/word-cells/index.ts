/** Programs whose state is one word. */
export { proveWidening, type WordPair } from './widen.ts';
export { wordCellParts } from './word-cell-experts.ts';
export { WIDE, WIDENED_FROM } from './word-cell-search.ts';
export { type WordCell, widened } from './word-cell.ts';
