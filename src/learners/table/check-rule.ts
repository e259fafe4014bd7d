import type { Rule } from '#learners/machine/terms';
import { type Judged, judgeRule, rowsThatDiffer } from './judge-rule.ts';
import { newRows } from './new-rows.ts';
import type { RawTable } from './read-table.ts';
import { showDiffers, type ShownDiffers } from './shown-row.ts';
import type { Table } from './table.ts';

/** How a rule does on rows that came later. */
export interface Checked {
  readonly judged: Judged;
  readonly differ: readonly ShownDiffers[];
  readonly leftOut: Table['leftOut'];
}

/** Tests a rule on the rows of another file. */
export function checkRule(rule: Rule, table: Table, raw: RawTable, file: string): Checked {
  const { rows, leftOut } = newRows(rule, table, raw, file);
  const differ = rowsThatDiffer(rule, rows).map((one) => showDiffers(one, table));
  return { judged: judgeRule(rule, rows), differ, leftOut };
}
