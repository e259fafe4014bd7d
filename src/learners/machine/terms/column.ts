/**
 * What a term is worth on all rows of the evidence at once.
 *
 * - word, flag, symbol: one entry a row.
 * - list: n + 1 places, then the items; the items of row i stand at column[i] … column[i + 1] − 1. The first place is n + 1.
 * - bits: two entries a row, the low and the high 32 bits of a 64-bit vector.
 *
 * Two columns of one type are the same value on every row exactly when the arrays are equal.
 */
export type Column = Int32Array;

/** What a term can be worth. `symbol` is a word that has no order: it can only be compared for equality. */
export type Type = 'word' | 'flag' | 'symbol' | 'list' | 'bits';

/** The value of a place outside a list; no other value equals it. */
export const NOTHING = 0;

/** Words stay within ± this: sums saturate instead of wrapping. */
const MOST = 1_000_000_000;

export function saturate(value: number): number {
  return value > MOST ? MOST : value < -MOST ? -MOST : Math.trunc(value);
}

/** Packs lists into one column. */
export function packLists(lists: readonly (readonly number[])[]): Column {
  const n = lists.length;
  let size = n + 1;
  for (const list of lists) size += list.length;
  const column = new Int32Array(size);
  let at = n + 1;
  for (let i = 0; i < n; i += 1) {
    column[i] = at;
    const list = lists[i]!;
    for (let j = 0; j < list.length; j += 1) column[at + j] = list[j]!;
    at += list.length;
  }
  column[n] = at;
  return column;
}

/** The list of one row. */
export function listAt(column: Column, row: number): number[] {
  return Array.from(column.subarray(column[row], column[row + 1]));
}

/** How many rows a list column has: its first place stands right after the places. */
export function rowsOfLists(column: Column): number {
  return column[0]! - 1;
}

/** A key of 53 bits: columns of one space that differ share a key once in 2⁵³. */
export function columnKey(column: Column): number {
  let a = 0x811c9dc5 ^ column.length;
  let b = 5381;
  for (let i = 0; i < column.length; i += 1) {
    const value = column[i]!;
    a = Math.imul(a ^ value, 0x01000193);
    a ^= a >>> 15;
    b = (Math.imul(b, 0x9e3779b1) + value) | 0;
    b ^= b >>> 13;
  }
  return (a >>> 0) * 0x200000 + ((b >>> 0) & 0x1fffff);
}

/** Repeats each row of a column for each item of a list column: what a body sees of the row it runs in. */
export function liftColumn(column: Column, type: Type, list: Column): Column {
  const n = rowsOfLists(list);
  const items = list.length - n - 1;
  if (type === 'list') {
    const lists: number[][] = [];
    for (let i = 0; i < n; i += 1) {
      const row = listAt(column, i);
      for (let j = list[i]!; j < list[i + 1]!; j += 1) lists.push(row);
    }
    return packLists(lists);
  }
  const width = type === 'bits' ? 2 : 1;
  const lifted = new Int32Array(items * width);
  for (let i = 0; i < n; i += 1) {
    for (let j = list[i]! - n - 1; j < list[i + 1]! - n - 1; j += 1) {
      for (let k = 0; k < width; k += 1) lifted[j * width + k] = column[i * width + k]!;
    }
  }
  return lifted;
}
