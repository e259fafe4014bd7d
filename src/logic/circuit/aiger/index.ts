/** AIGER files. */
export { type AigerFile, readAiger } from './read-aiger.ts';
export { writeAiger } from './write-aiger.ts';
