import type { Cell } from '#learners/machine/terms';
import type { Differs } from './judge-rule.ts';
import { showCell, type Table } from './table.ts';

/** A row in words: cells by the names of their columns. */
export type ShownRow = Readonly<Record<string, string>>;

/** A row whose answer is another than the rule says, in words. */
export interface ShownDiffers {
  readonly row: number;
  readonly cells: ShownRow;
  readonly answer: string;
  readonly says: string;
}

export function showRow({ columns }: Pick<Table, 'columns'>, cells: readonly Cell[]): ShownRow {
  return Object.fromEntries(columns.map((column, k) => [column.name, showCell(column, cells[k]!)]));
}

export function showDiffers({ row, says }: Differs, table: Table): ShownDiffers {
  const { answer } = table;
  return {
    row: row.number,
    cells: showRow(table, row.cells),
    answer: showCell(answer, row.answer),
    says: showCell(answer, says),
  };
}
