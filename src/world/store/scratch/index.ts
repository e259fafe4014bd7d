/** A database that nobody keeps, to try a query on. */
export { queryScratch } from './query-scratch.ts';
