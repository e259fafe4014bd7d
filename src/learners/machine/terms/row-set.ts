import { type Column, type Type } from './column.ts';

/** A set of rows: bit i of word i / 32. */
export type RowSet = Int32Array;

export function noRows(n: number): RowSet {
  return new Int32Array((n + 31) >>> 5);
}

export function allRows(n: number): RowSet {
  const set = noRows(n);
  for (let i = 0; i < n; i += 1) addRow(set, i);
  return set;
}

export function addRow(set: RowSet, row: number): void {
  set[row >>> 5]! |= 1 << (row & 31);
}

export function covers(set: RowSet, part: RowSet): boolean {
  for (let k = 0; k < set.length; k += 1) if ((part[k]! & ~set[k]!) !== 0) return false;
  return true;
}

export function isEmpty(set: RowSet): boolean {
  for (let k = 0; k < set.length; k += 1) if (set[k] !== 0) return false;
  return true;
}

export function both(a: RowSet, b: RowSet): RowSet {
  const set = new Int32Array(a.length);
  for (let k = 0; k < a.length; k += 1) set[k] = a[k]! & b[k]!;
  return set;
}

export function without(a: RowSet, b: RowSet): RowSet {
  const set = new Int32Array(a.length);
  for (let k = 0; k < a.length; k += 1) set[k] = a[k]! & ~b[k]!;
  return set;
}

export function countRows(set: RowSet): number {
  let count = 0;
  for (let k = 0; k < set.length; k += 1) {
    let word = set[k]!;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** How many rows two sets share. */
export function countBoth(a: RowSet, b: RowSet): number {
  let count = 0;
  for (let k = 0; k < a.length; k += 1) {
    let word = a[k]! & b[k]!;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

export function rowSetKey(set: RowSet): number | string {
  return set.length === 1 ? set[0]! : set.join();
}

/** The rows where a flag holds. */
export function rowsWhere(flags: Column, n: number): RowSet {
  const set = noRows(n);
  for (let i = 0; i < n; i += 1) if (flags[i] === 1) addRow(set, i);
  return set;
}

/** The rows where two columns of a type are equal. */
export function rowsEqual(type: Type, a: Column, b: Column, n: number): RowSet {
  const set = noRows(n);
  if (type === 'list') {
    for (let i = 0; i < n; i += 1) if (sameList(a, b, i)) addRow(set, i);
    return set;
  }
  if (type === 'bits') {
    for (let i = 0; i < n; i += 1) if (a[2 * i] === b[2 * i] && a[2 * i + 1] === b[2 * i + 1]) addRow(set, i);
    return set;
  }
  for (let i = 0; i < n; i += 1) if (a[i] === b[i]) addRow(set, i);
  return set;
}

function sameList(a: Column, b: Column, row: number): boolean {
  const from = a[row]!;
  const other = b[row]!;
  const length = a[row + 1]! - from;
  if (b[row + 1]! - other !== length) return false;
  for (let j = 0; j < length; j += 1) if (a[from + j] !== b[other + j]) return false;
  return true;
}
