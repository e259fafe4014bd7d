import { exactInterval, type Interval } from '#foundation/statistics';
import { applyRuleToRows, type Cell, type Rule } from '#learners/machine/terms';
import type { TableRow } from './table.ts';

/** How often a rule is right on some rows. */
export interface Judged {
  readonly right: number;
  readonly rows: number;
  /** The exact 95 % interval of the share. */
  readonly interval: Interval;
}

/** A row whose answer is another than the rule says. */
export interface Differs {
  readonly row: TableRow;
  readonly says: Cell;
}

export function sameCell(a: Cell, b: Cell): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function rowsThatDiffer(rule: Rule, rows: readonly TableRow[]): readonly Differs[] {
  const said = applyRuleToRows(
    rule,
    rows.map(({ cells }) => cells),
  );
  return rows.flatMap((row, i) => (sameCell(said[i]!, row.answer) ? [] : [{ row, says: said[i]! }]));
}

export function judgeRule(rule: Rule, rows: readonly TableRow[]): Judged {
  const right = rows.length - rowsThatDiffer(rule, rows).length;
  return { right, rows: rows.length, interval: exactInterval(right, rows.length, 0.95) };
}
