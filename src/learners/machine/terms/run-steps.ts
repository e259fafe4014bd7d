import { invariant } from '#foundation/kernel';
import type { Column } from './column.ts';
import type { Entry } from './entry.ts';
import { productionNamed } from './grammar.ts';

/** Given lists that are walked along at most, cheapest first. */
const MOST_LISTS = 3;

/** The given lists that have items. */
export function listsToWalk({
  n,
  entries,
}: {
  readonly n: number;
  readonly entries: readonly Entry[];
}): readonly Entry[] {
  return entries
    .filter(({ make, isOpen, column }) => 'leaf' in make && isOpen && column.length > n + 1)
    .slice(0, MOST_LISTS);
}

/** The items of all lists in the order of their places: step t has the items at place t of the lists that are so long, longest list first. */
export type Steps = readonly {
  readonly items: Int32Array;
  /** Where the items stand in the list column. */
  readonly places: Int32Array;
  readonly rows: Int32Array;
}[];

/** Lays lists out by step, so that all rows take a step at once. */
export function stepsOf(list: Column, n: number): Steps {
  const length = (row: number): number => list[row + 1]! - list[row]!;
  const rows = Array.from({ length: n }, (_, row) => row).sort((a, b) => length(b) - length(a));
  return Array.from({ length: n === 0 ? 0 : length(rows[0]!) }, (_, t) => {
    const there = rows.filter((row) => length(row) > t);
    const places = Int32Array.from(there, (row) => list[row]! + t);
    return { items: places.map((place) => list[place]!), places, rows: Int32Array.from(there) };
  });
}

interface Walking {
  readonly step: Entry;
  readonly start: number;
  /** Keeps what is held within bounds. */
  readonly bound: (value: number) => number;
}

/** What is held after each item, as a list column. */
export function runSteps(steps: Steps, list: Column, { step, start, bound }: Walking): Column {
  const column = list.slice();
  let held = new Int32Array(steps[0]?.rows.length ?? 0).fill(start);
  for (const { items, places, rows } of steps) {
    const before = held.subarray(0, rows.length);
    const values = worth(step, { items, before, rows });
    held = new Int32Array(rows.length);
    for (let i = 0; i < rows.length; i += 1) {
      held[i] = bound(values[i]!);
      column[places[i]!] = held[i]!;
    }
  }
  return column;
}

interface At {
  readonly items: Int32Array;
  readonly before: Int32Array;
  readonly rows: Int32Array;
}

/** What an entry of a step space is worth at one step. */
function worth({ make }: Entry, at: At): Column {
  if ('leaf' in make) {
    const { leaf } = make;
    if (leaf.is === 'item') return at.items;
    if (leaf.is === 'before') return at.before;
    if (leaf.is === 'word') return new Int32Array(at.rows.length).fill(leaf.value);
  }
  invariant('production' in make, 'a step is made of items, held words, constants and productions');
  const args = make.args.map((arg) => worth(arg, at));
  return productionNamed(make.production)!.evaluate(args, at.rows.length) ?? new Int32Array(at.rows.length);
}
