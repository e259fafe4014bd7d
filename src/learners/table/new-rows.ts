import type { Cell, Rule } from '#learners/machine/terms';
import { flagOf } from './column-kind.ts';
import { badTable, type RawCell, type RawTable } from './read-table.ts';
import { cellOf, type Table, type TableColumn } from './table.ts';
import { columnsIn } from './words/columns-in.ts';

/** Rows of another file, taken as the rule was learnt. Cells that do not fit are not guessed at: their rows are left out. */
export function newRows(
  rule: Rule,
  { columns, answer }: Table,
  raw: RawTable,
  file: string,
): Pick<Table, 'rows' | 'leftOut'> {
  const read = new Set(columnsIn(rule.term));
  for (const name of [...read, answer.name]) {
    if (raw.names.includes(name)) continue;
    throw badTable(
      `${file} has no column ${name}`,
      `The rule reads ${[...read].join(', ')}, and ${answer.name} is its answer.`,
    );
  }
  const counts = new Map<string, number>();
  const rows = raw.rows.flatMap((row, i) => {
    const cellAt = ({ name }: TableColumn): RawCell => row[raw.names.indexOf(name)] ?? null;
    const bad = [...columns.filter(({ name }) => read.has(name)), answer].find(
      (column) => !fits(column, cellAt(column)),
    );
    if (bad === undefined) {
      const cells = columns.map((column) =>
        fits(column, cellAt(column)) ? cellOf(column, cellAt(column)) : unread(column),
      );
      return [{ number: i + 1, cells, answer: cellOf(answer, cellAt(answer)) }];
    }
    const why = cellAt(bad) === null ? `no ${bad.name}` : `a ${bad.name} that is no ${wanted(bad)}`;
    counts.set(why, (counts.get(why) ?? 0) + 1);
    return [];
  });
  if (rows.length === 0)
    throw badTable(
      `${file} has no row that the rule can be tested on`,
      'Cells must be as in the file that it was learnt from.',
    );
  return { rows, leftOut: [...counts].map(([why, count]) => ({ rows: count, why })) };
}

/** A cell that does not fit, of a column that the rule does not read. */
function unread(column: TableColumn): Exclude<Cell, readonly number[]> | number[] {
  return cellOf(column, column.kind === 'list' ? [] : column.kind === 'word' ? null : 0);
}

function wanted({ kind, scale }: TableColumn): string {
  return kind === 'number' && scale > 1 ? `number in steps of ${1 / scale}` : kind === 'number' ? 'whole number' : kind;
}

function fits({ kind, scale }: TableColumn, cell: RawCell): boolean {
  switch (kind) {
    case 'number':
      return (
        typeof cell === 'number' &&
        Math.abs(cell * scale - Math.round(cell * scale)) < 1e-6 &&
        Math.abs(cell * scale) <= 1e9
      );
    case 'flag':
      return flagOf(cell) !== undefined;
    case 'list':
      return Array.isArray(cell) && cell.every((item) => Number.isInteger(item));
    case 'word':
      return true;
  }
}
