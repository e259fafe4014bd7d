/** A rule from a table of examples: read it, hold rows out, search, test, say. */
export { type Checked, checkRule } from './check-rule.ts';
export { cutText } from './cut-text.ts';
export { ColumnKind } from './column-kind.ts';
export { LearnConfig } from './learn-config.ts';
export type { LearnSummary } from './learn-summary.ts';
export type { Judged } from './judge-rule.ts';
export { predictRows, writePredicted } from './predict-rows.ts';
export { thinkUpRows } from './rivals.ts';
export { readTable } from './read-table.ts';
export { RuleData } from './rule-data.ts';
export type { ShownDiffers } from './shown-row.ts';
export { Table, takeTable } from './table.ts';
export { tableLearner } from './table-learner.ts';
