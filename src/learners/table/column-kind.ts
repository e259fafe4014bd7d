import { z } from 'zod';
import { isRecord } from '#foundation/kernel';
import { cutText } from './cut-text.ts';
import type { RawCell } from './read-table.ts';

/** What a column can be taken for. */
export const ColumnKind = z.enum(['number', 'word', 'flag', 'list']);
export type ColumnKind = z.infer<typeof ColumnKind>;

/** Words of a machine stay within this. */
const MOST = 1_000_000_000;
/** Decimals beyond this are measurements, not amounts. */
const MOST_DECIMALS = 4;

/** A column as it is taken, or why it is left out. */
export type Taken =
  | { readonly kind: ColumnKind; readonly scale: number; readonly says: string }
  | { readonly why: string };

/** What cells are taken for; `asked` overrides it. Missing cells are null and count for nothing. */
export function takeColumn(cells: readonly RawCell[], asked?: ColumnKind, isGuess = asked === undefined): Taken {
  const there = cells.filter((cell) => cell !== null);
  if (there.length === 0) return { why: 'every cell is missing' };
  const kind = asked ?? kindOf(there);
  if (kind === undefined)
    return there.some((cell) => isRecord(cell))
      ? { why: `its cells are objects: ${rowsWhere(cells, isRecord)}. Write their fields as columns of their own` }
      : { why: `not every cell is a JSON list of whole numbers: ${rowsWhere(cells, isNoList)}` };
  switch (kind) {
    case 'number':
      return there.every((cell) => typeof cell === 'number')
        ? takeNumbers(there)
        : { why: `not every cell is a number: ${rowsWhere(cells, (cell) => typeof cell !== 'number')}` };
    case 'flag':
      return there.every((cell) => flagOf(cell) !== undefined)
        ? { kind, scale: 1, says: 'flag' }
        : {
            why: `not every cell is true or false, yes or no, 1 or 0: ${rowsWhere(cells, (cell) => flagOf(cell) === undefined)}`,
          };
    case 'list':
      return there.every(isList)
        ? { kind, scale: 1, says: `list of whole numbers, ${lengthsOf(there)}` }
        : { why: `not every cell is a JSON list of whole numbers: ${rowsWhere(cells, isNoList)}` };
    case 'word':
      return takeWords(there, !isGuess);
  }
}

function kindOf(cells: readonly RawCell[]): ColumnKind | undefined {
  if (cells.every((cell) => typeof cell === 'boolean')) return 'flag';
  if (cells.every((cell) => typeof cell === 'number')) return 'number';
  if (cells.every(isList)) return 'list';
  return cells.some((cell) => typeof cell === 'object') ? undefined : 'word';
}

function isList(cell: RawCell): cell is readonly number[] {
  return Array.isArray(cell) && cell.every((item) => Number.isInteger(item) && Math.abs(Number(item)) <= MOST);
}

const isNoList = (cell: RawCell): boolean => !isList(cell);
const SHOWN_ROWS = 5;

/** `row 3`, `rows 3, 7`: those whose cell is there and is not what is wanted. */
function rowsWhere(cells: readonly RawCell[], isBad: (cell: RawCell) => boolean): string {
  const rows = cells.flatMap((cell, i) => (cell !== null && isBad(cell) ? [i + 1] : []));
  const more = rows.length > SHOWN_ROWS ? ', …' : '';
  return `${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, SHOWN_ROWS).join(', ')}${more}`;
}

function takeNumbers(numbers: readonly number[]): Taken {
  const [least, most] = rangeOf(numbers);
  const tooLarge = { why: 'its numbers are too large: a machine word ends at 1,000,000,000' };
  if (Math.max(-least, most) > MOST) return tooLarge;
  const scale = scaleOf(numbers);
  if (scale === undefined) return { why: `it has more than ${MOST_DECIMALS} decimals` };
  if (Math.max(-least, most) * scale > MOST) return tooLarge;
  const parts = scale === 1 ? '' : `, counted in steps of ${1 / scale}`;
  return { kind: 'number', scale, says: `number, ${least} to ${most}${parts}` };
}

function takeWords(cells: readonly RawCell[], isAsked: boolean): Taken {
  const words = new Set(cells.map(wordOf));
  if (!isAsked && words.size > 20 && words.size > 0.5 * cells.length) {
    return {
      why: `it has ${words.size} words in ${cells.length} rows: a name, not a property. Codes can be split into columns`,
    };
  }
  const shown = [...words]
    .sort()
    .slice(0, 5)
    .map((one) => cutText(one))
    .join(', ');
  return { kind: 'word', scale: 1, says: `word, one of ${words.size}: ${shown}${words.size > 5 ? ', …' : ''}` };
}

/** The least power of ten that makes every number whole. */
function scaleOf(numbers: readonly number[]): number | undefined {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    const scale = 10 ** decimals;
    if (numbers.every((value) => isWhole(value * scale))) return scale;
  }
  return undefined;
}

/** Whole but for what a product of floating-point numbers is off: 1e-6 is not 0, and 1234.5678 × 10,000 is whole. */
export function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= 1e-9 + 1e-15 * Math.abs(value);
}

/** A cell as a word. */
export function wordOf(cell: RawCell): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

export function flagOf(cell: RawCell): boolean | undefined {
  const text = wordOf(cell).toLowerCase();
  if (['true', 'yes', '1'].includes(text)) return true;
  return ['false', 'no', '0'].includes(text) ? false : undefined;
}

function lengthsOf(cells: readonly RawCell[]): string {
  const [least, most] = rangeOf(cells.map((cell) => (Array.isArray(cell) ? cell.length : 0)));
  return `${least} to ${most} long`;
}

function rangeOf(numbers: readonly number[]): readonly [number, number] {
  return numbers.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
}
