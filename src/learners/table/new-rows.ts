import { type Cell, columnsIn, type Rule } from '#learners/machine/terms';
import { flagOf, isWhole } from './column-kind.ts';
import { badTable, cellsOfColumn, type RawCell, type RawTable } from './read-table.ts';
import { cellOf, type Table, type TableColumn } from './table.ts';

/**
 * Rows of another file, taken as the rule was learnt. Cells that do not fit are not guessed at: their rows are left out. Rows that are `unanswered` need
 * no answer, and theirs is not read.
 */
// oxlint-disable-next-line max-params -- the rule, its table, the new file with its name, and whether it has answers
export function newRows(
  rule: Rule,
  { columns, answer }: Table,
  raw: RawTable,
  file: string,
  are: 'answered' | 'unanswered' = 'answered',
): Pick<Table, 'rows' | 'leftOut'> {
  const read = new Set(columnsIn(rule.term));
  const wantsAnswer = are === 'answered';
  for (const name of [...read, ...(wantsAnswer ? [answer.name] : [])]) {
    if (raw.names.includes(name)) continue;
    throw badTable(
      `${file} has no column ${name}`,
      `The rule reads ${[...read].join(', ')}, and ${answer.name} is its answer.`,
    );
  }
  const counts = new Map<string, number>();
  const given = new Map(
    [...columns, answer].map((column) => [column, cellsOfColumn(raw, column.name, column.kind === 'word')]),
  );
  const rows = raw.rows.flatMap((_, i) => {
    const cellAt = (column: TableColumn): RawCell => given.get(column)![i]!;
    const bad = [...columns.filter(({ name }) => read.has(name)), ...(wantsAnswer ? [answer] : [])].find(
      (column) => !fits(column, cellAt(column)),
    );
    if (bad === undefined) {
      const cells = columns.map((column) =>
        fits(column, cellAt(column)) ? cellOf(column, cellAt(column)) : unread(column),
      );
      return [{ number: i + 1, cells, answer: wantsAnswer ? cellOf(answer, cellAt(answer)) : unread(answer) }];
    }
    const why = cellAt(bad) === null ? `no ${bad.name}` : `a ${bad.name} that is no ${wanted(bad)}`;
    counts.set(why, (counts.get(why) ?? 0) + 1);
    return [];
  });
  if (rows.length === 0)
    throw badTable(
      `${file} has no row that the rule can be ${wantsAnswer ? 'tested on' : 'applied to'}`,
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
      return typeof cell === 'number' && isWhole(cell * scale) && Math.abs(cell * scale) <= 1e9;
    case 'flag':
      return flagOf(cell) !== undefined;
    case 'list':
      return Array.isArray(cell) && cell.every((item) => Number.isInteger(item));
    case 'word':
      return true;
  }
}
