/** A database for one question, apart from any store. */
export { queryScratch } from './query-scratch.ts';
