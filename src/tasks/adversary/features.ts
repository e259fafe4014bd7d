import { type Leaf, type Leaves, leavesOf } from './leaves.ts';

/** Receives one named number of an observation. */
export type Emit = (name: string, value: number) => void;

/** How many places from either end of a list are looked at one by one. */
const HEAD = 16;
const TAIL = 8;
/** More lists or single values than this are not combined with each other. */
const COMBINED = 6;
/** A list with more different values has no position per value. */
const FEW_VALUES = 8;
/** Longer lists have no pairs of neighbours. */
const SHORT = 200;

/**
 * Everything cheap that can be said of an observation in numbers: single values, counts of each symbol, positions,
 * neighbours, sums and extremes, how often a value stands in a list or behind a pointer into it, how far two lists overlap, and how
 * evenly signs are spread. None needs more than one pass over a list or over two.
 */
export function featuresOf(observation: unknown, emit: Emit): void {
  const leaves = leavesOf(observation);
  for (const [path, value] of leaves.single) emitValue(path, value, emit);
  for (const [path, list] of leaves.lists) emitList(path, list, emit);
  emitRelations(leaves, emit);
}

function emitValue(name: string, value: Leaf, emit: Emit): void {
  if (typeof value === 'number') emit(name, value);
  else if (typeof value === 'boolean') emit(name, value ? 1 : 0);
  else emit(`${name}=${String(value)}`, 1);
}

function emitList(path: string, list: readonly Leaf[], emit: Emit): void {
  emit(`#${path}`, list.length);
  for (let i = 0; i < Math.min(HEAD, list.length); i += 1) emitValue(`${path}[${i}]`, list[i]!, emit);
  for (let i = 1; i <= Math.min(TAIL, list.length); i += 1) emitValue(`${path}[-${i}]`, list[list.length - i]!, emit);
  const counts = new Map<Leaf, number>();
  const last = new Map<Leaf, number>();
  const first = new Map<Leaf, number>();
  for (const [i, value] of list.entries()) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    last.set(value, i);
    if (!first.has(value)) first.set(value, i);
  }
  for (const [value, count] of counts) emit(`count ${path}=${String(value)}`, count);
  emit(`different ${path}`, counts.size);
  if (counts.size <= FEW_VALUES) {
    for (const [value, at] of first) emit(`first ${path}=${String(value)}`, at);
    for (const [value, at] of last) emit(`last ${path}=${String(value)}`, at);
  }
  if (list.length <= SHORT) {
    for (let i = 1; i < list.length; i += 1) emit(`${path} ${String(list[i - 1])}>${String(list[i])}`, 1);
  }
  const numbers = numbersOf(list);
  if (numbers !== undefined) emitNumbers(path, numbers, emit);
}

function emitNumbers(path: string, numbers: readonly number[], emit: Emit): void {
  let sum = 0;
  let low = Infinity;
  let high = -Infinity;
  for (const value of numbers) {
    sum += value;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  emit(`sum ${path}`, sum);
  emit(`lowest ${path}`, low);
  emit(`highest ${path}`, high);
  emit(`highest at ${path}`, numbers.indexOf(high));
  emit(`lowest at ${path}`, numbers.indexOf(low));
  if (low < 0) emitSigns(path, numbers, emit);
}

/** How evenly each value and its negative are spread: of literals, how pure and how lopsided a formula is. */
function emitSigns(path: string, numbers: readonly number[], emit: Emit): void {
  const net = new Map<number, number>();
  const seen = new Set(numbers);
  for (const value of numbers) net.set(Math.abs(value), (net.get(Math.abs(value)) ?? 0) + Math.sign(value));
  let lopsided = 0;
  let square = 0;
  let pure = 0;
  for (const [value, balance] of net) {
    lopsided += Math.abs(balance);
    square += balance * balance;
    if (!seen.has(value) || !seen.has(-value)) pure += 1;
  }
  emit(`lopsided ${path}`, lopsided);
  emit(`lopsided² ${path}`, square);
  emit(`pure ${path}`, pure);
}

function emitRelations({ single, lists }: Leaves, emit: Emit): void {
  const values = [...single].filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  const numeric = [...lists].flatMap(([path, list]) => {
    const numbers = numbersOf(list);
    return numbers === undefined ? [] : [[path, numbers] as const];
  });
  const some = values.filter(([name]) => !name.startsWith('#')).slice(0, COMBINED);
  for (const [i, [name, value]] of some.entries()) {
    for (const [other, base] of some.slice(0, i)) {
      emit(`${name}-${other}`, value - base);
      emit(`${name} is ${other}`, value === base ? 1 : 0);
    }
    for (const [path, list] of numeric.slice(0, COMBINED)) {
      emit(`${name} in ${path}`, countOf(list, value));
      if (list[value] !== undefined) emit(`${path}[${name}]`, list[value]);
      for (const [pointers, places] of numeric.slice(0, COMBINED)) {
        if (pointers === path) continue;
        let hits = 0;
        for (const place of places) if (list[place] === value) hits += 1;
        emit(`${name} at ${path}[${pointers}]`, hits);
      }
    }
  }
  emitOverlaps(numeric.slice(0, COMBINED), emit);
}

function emitOverlaps(lists: readonly (readonly [string, readonly number[]])[], emit: Emit): void {
  const counted = lists.map(([path, list]) => {
    const counts = new Map<number, number>();
    for (const value of list) counts.set(value, (counts.get(value) ?? 0) + 1);
    return { path, list, counts };
  });
  for (const { path, list } of counted) {
    for (const other of counted) {
      if (other.path === path) continue;
      let same = 0;
      let opposite = 0;
      let distinct = 0;
      for (const value of list) {
        same += other.counts.get(value) ?? 0;
        opposite += other.counts.get(-value) ?? 0;
        if (other.counts.has(value)) distinct += 1;
      }
      emit(`${path} in ${other.path}`, distinct);
      emit(`${path} of ${other.path}`, same);
      emit(`${path} against ${other.path}`, same - opposite);
    }
  }
}

function numbersOf(list: readonly Leaf[]): readonly number[] | undefined {
  return list.every((value) => typeof value === 'number') ? list : undefined;
}

function countOf(list: readonly number[], value: number): number {
  let count = 0;
  for (const each of list) if (each === value) count += 1;
  return count;
}
