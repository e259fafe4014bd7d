import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import type { Cell, ColumnSpec } from '#learners/machine/terms';
import { unitOfText } from './cell-units.ts';
import { cutText } from './cut-text.ts';
import { badTable, cellsOfColumn, type RawCell, type RawTable } from './read-table.ts';
import { ColumnKind, flagOf, takeColumn, wordOf } from './column-kind.ts';

/** A column of a table that is learnt from. */
export const TableColumn = z.strictObject({
  name: z.string(),
  kind: ColumnKind,
  /** Cells are whole numbers of 1 / scale. */
  scale: z.int(),
  /** What it is taken for, in words. */
  says: z.string(),
  /** What its numbers count, where its cells are times, dates or amounts. */
  unit: z.string().optional(),
  /** The words that it has, for a column of words. */
  words: z.array(z.string()).optional(),
  /** The numbers that it has, where they are few. */
  values: z.array(z.number()).optional(),
  missing: z.int(),
});
export type TableColumn = z.infer<typeof TableColumn>;

const TableCell = z.union([z.number(), z.boolean(), z.string(), z.array(z.number())]);

/** A table as it is learnt from: plain data, which a run keeps. */
export const Table = z.strictObject({
  columns: z.array(TableColumn),
  answer: TableColumn,
  rows: z.array(z.strictObject({ number: z.int(), cells: z.array(TableCell), answer: TableCell })),
  /** Columns that are not used, and why. */
  ignored: z.array(z.strictObject({ name: z.string(), why: z.string() })),
  /** Rows that are not used, and why. */
  leftOut: z.array(z.strictObject({ rows: z.int(), why: z.string() })),
});
export type Table = z.infer<typeof Table>;
export type TableRow = Table['rows'][number];

/** How a person wants a table to be taken. */
export interface TakeOptions {
  readonly answer: string;
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  readonly ignore: readonly string[];
}

/** The word that stands for a missing cell of a column of words. */
const MISSING = '(missing)';

/** Takes each column for what its cells are. Rows that miss a number, a flag, a list or the answer are left out. */
export function takeTable(raw: RawTable, { answer, kinds, ignore }: TakeOptions, file: string): Table {
  for (const name of [answer, ...Object.keys(kinds), ...ignore]) {
    if (raw.names.includes(name)) continue;
    const hint = `Its columns are ${raw.names.join(', ')}.`;
    throw badTable(`${file} has no column ${name}`, hint);
  }
  if (ignore.includes(answer)) throw new Fault('cli/usage', `the answer ${answer} cannot be ignored`);
  const kindOf = (name: string): ColumnKind | undefined => (Object.hasOwn(kinds, name) ? kinds[name] : undefined);
  const target = columnOf(raw, answer, kindOf(answer));
  if ('why' in target)
    throw badTable(
      `the answer ${answer} cannot be learnt: ${target.why}`,
      'Answers are numbers, words, flags or lists of whole numbers.',
    );
  const ignored: { name: string; why: string }[] = [];
  const columns: TableColumn[] = [];
  for (const name of raw.names) {
    if (name === answer) continue;
    const taken = ignore.includes(name) ? { name, why: 'you said so' } : columnOf(raw, name, kindOf(name));
    if (!('why' in taken)) columns.push(taken);
    else if (kindOf(name) !== undefined)
      throw badTable(
        `${name} is no ${kindOf(name)}: ${taken.why}`,
        'Leave --column out to see what it is taken for, or --ignore it.',
      );
    else ignored.push({ name, why: taken.why });
  }
  if (columns.length === 0)
    throw badTable(
      `${file}: no column can be learnt from: ${ignored.map(({ name, why }) => `${name}: ${why}`).join('; ')}`,
      'Ignore fewer columns, or say with --column what they are.',
    );
  const { rows, leftOut } = rowsOf(raw, columns, target);
  requireChoice(rows, { answer: target, leftOut }, file);
  return { columns, answer: target, ignored, rows, leftOut };
}

/** There must be something to learn: rows, and answers that differ. */
function requireChoice(
  rows: Table['rows'],
  { answer, leftOut }: Pick<Table, 'answer' | 'leftOut'>,
  file: string,
): void {
  if (rows.length < 2) {
    const why = leftOut.map(({ rows: count, why: said }) => `${count} with ${said}`).join(', ');
    const said = why === '' ? '' : `; left out: ${why}`;
    throw badTable(
      `${file} has too few rows to learn from: ${rows.length}${said}`,
      leftOut.length === 0
        ? 'A rule needs at least two rows with different answers; a test of it needs some dozens.'
        : 'Take columns with missing cells for words (--column NAME=word), or --ignore them.',
    );
  }
  const first = JSON.stringify(rows[0]!.answer);
  if (rows.some((row) => JSON.stringify(row.answer) !== first)) return;
  const hint = 'Name another column with --answer, or add rows with other answers.';
  throw badTable(`every row has the same ${answer.name}: ${showCell(answer, rows[0]!.answer)}`, hint);
}

function columnOf(
  raw: RawTable,
  name: string,
  asked: ColumnKind | undefined,
): TableColumn | { name: string; why: string } {
  const read = takeColumn(cellsOfColumn(raw, name, false), asked);
  if ('why' in read) return { name, why: read.why };
  const cells = cellsOfColumn(raw, name, read.kind === 'word');
  const taken = read.kind === 'word' ? takeColumn(cells, asked ?? 'word', asked === undefined) : read;
  if ('why' in taken) return { name, why: taken.why };
  const unit = taken.kind === 'number' ? unitOf(cellsOfColumn(raw, name, true)) : undefined;
  const says = unit === undefined ? taken.says : `${taken.says}: ${unit}`;
  const missing = cells.filter((cell) => cell === null).length;
  const words = taken.kind === 'word' ? { words: wordsOf(cells) } : {};
  return { name, ...taken, says, ...(unit !== undefined && { unit }), ...words, ...fewValues(cells, taken), missing };
}

/** What the numbers of a column count, where a text of it says so. */
function unitOf(texts: readonly RawCell[]): string | undefined {
  for (const text of texts) {
    const unit = typeof text === 'string' ? unitOfText(text)?.unit : undefined;
    if (unit !== undefined) return unit;
  }
  return undefined;
}

const FEW = 12;

function fewValues(cells: readonly RawCell[], column: Pick<TableColumn, 'kind' | 'scale'>): { values?: number[] } {
  if (column.kind !== 'number') return {};
  const values = [...new Set(cells.filter((cell) => cell !== null).map((cell) => Number(cellOf(column, cell))))];
  return values.length > FEW ? {} : { values: values.sort((a, b) => a - b) };
}

function wordsOf(cells: readonly RawCell[]): string[] {
  return [...new Set(cells.map((cell) => (cell === null ? MISSING : wordOf(cell))))].sort();
}

function rowsOf(raw: RawTable, columns: readonly TableColumn[], answer: TableColumn): Pick<Table, 'rows' | 'leftOut'> {
  const counts = new Map<string, number>();
  const given = columns.map(({ name, kind }) => cellsOfColumn(raw, name, kind === 'word'));
  const target = cellsOfColumn(raw, answer.name, answer.kind === 'word');
  const rows = raw.rows.flatMap((_, i) => {
    const value = target[i]!;
    const missing = columns.find(({ kind }, k) => given[k]![i] === null && kind !== 'word');
    const why = value === null ? 'no answer' : missing && `no ${missing.name}`;
    if (why === undefined) {
      const cells = columns.map((column, k) => cellOf(column, given[k]![i]!));
      return [{ number: i + 1, cells, answer: cellOf(answer, value) }];
    }
    counts.set(why, (counts.get(why) ?? 0) + 1);
    return [];
  });
  return { rows, leftOut: [...counts].map(([why, count]) => ({ rows: count, why })) };
}

/** A raw cell as the learner takes it. It fits the kind: the column was looked at. */
export function cellOf(
  { kind, scale }: Pick<TableColumn, 'kind' | 'scale'>,
  raw: RawCell,
): number | boolean | string | number[] {
  switch (kind) {
    case 'number':
      return Math.round(Number(raw) * scale);
    case 'flag':
      return flagOf(raw) === true;
    case 'list':
      return Array.isArray(raw) ? raw.map(Number) : [];
    case 'word':
      return raw === null ? MISSING : wordOf(raw);
  }
}

/** A cell as people read it. */
export function showCell({ kind, scale }: Pick<TableColumn, 'kind' | 'scale'>, cell: Cell): string {
  if (kind === 'number') return String(Number(cell) / scale);
  return cutText(Array.isArray(cell) ? JSON.stringify(cell) : String(cell));
}

const types = { number: 'word', word: 'symbol', flag: 'flag', list: 'list' } as const;

export function specOfColumn({ name, kind, words }: TableColumn): ColumnSpec {
  return { name, type: types[kind], ...(words && { symbols: words }) };
}
