/** A rule from a table of examples: read it, hold rows out, search, test, say. */
export { ColumnKind } from './column-kind.ts';
export { LearnConfig } from './learn-config.ts';
export type { LearnSummary } from './learn-summary.ts';
export { readTable } from './read-table.ts';
export { Table, takeTable } from './table.ts';
export { tableLearner } from './table-learner.ts';
