/** Arithmetic on words of edges. */
export type { Word } from './word-add.ts';
export { words } from './words.ts';
