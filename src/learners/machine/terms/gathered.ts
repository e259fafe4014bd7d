import { type Column, rowsOfLists } from './column.ts';

/** What a body is worth on items that are places of records, from its worth on all records. */
export function gathered(body: Column, list: Column, root: Column): Column {
  const n = rowsOfLists(list);
  const column = new Int32Array(list.length - n - 1);
  for (let i = 0; i < n; i += 1) {
    const base = root[i]! - n - 2;
    for (let j = list[i]!; j < list[i + 1]!; j += 1) column[j - n - 1] = body[base + list[j]!]!;
  }
  return column;
}

/** Whether two list columns have lists of the same lengths. */
export function isSameShape(a: Column, b: Column, n: number): boolean {
  for (let i = 0; i <= n; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
