import { type Column, columnKey } from './column.ts';
import { type Entry, termOf } from './entry.ts';
import type { Space } from './space.ts';
import { call, type Trial, word } from './trial.ts';

/** Words that pairs are made of, and bounds that pairs are made of. */
const MOST_PAIRED = 20_000;
const MOST_BOUNDS = 300;
const MOST_TIMES = 64;

/** Two words whose sum, difference, smaller or larger is right: sums are met in the middle. */
export function solveTwo(space: Space, right: Int32Array, trial: Trial): boolean {
  const words = space.entries('word').slice(0, MOST_PAIRED);
  trial.meter.spend(2 * words.length * right.length);
  for (const b of words) {
    if (!b.isOpen) continue;
    for (const [name, sign] of [
      ['add', -1],
      ['subtract', 1],
    ] as const) {
      const a = space.find(
        'word',
        right.map((value, i) => value + sign * b.column[i]!),
      );
      if (a !== undefined && trial.accepts(call(name, termOf(a), termOf(b)))) return true;
    }
  }
  return boundedBy('smaller', 1, words, right, trial) || boundedBy('larger', -1, words, right, trial);
}

interface Bound {
  readonly entry: Entry;
  readonly times: number;
  readonly values: Column;
  readonly hits: number;
}

// oxlint-disable-next-line max-params -- the production with its side, the words, what is right and where it is tried
function boundedBy(
  name: 'smaller' | 'larger',
  sign: 1 | -1,
  words: readonly Entry[],
  right: Int32Array,
  trial: Trial,
): boolean {
  const bounds = words.flatMap((entry): Bound[] => {
    const times = timesOf(entry.column, right, sign);
    return [1, ...(times === undefined ? [] : [times])].flatMap((by) => {
      const values = by === 1 ? entry.column : entry.column.map((value) => by * value);
      let hits = 0;
      for (let i = 0; i < right.length; i += 1) {
        if (sign * (values[i]! - right[i]!) < 0) return [];
        if (values[i] === right[i]) hits += 1;
      }
      return hits === 0 ? [] : [{ entry, times: by, values, hits }];
    });
  });
  const tight = bounds.sort((a, b) => b.hits - a.hits || a.entry.bits - b.entry.bits).slice(0, MOST_BOUNDS);
  trial.meter.spend(words.length * right.length + tight.length ** 2);
  const seen = new Set<number>();
  for (const a of tight) {
    for (const b of tight) {
      if (!right.every((value, i) => value === a.values[i] || value === b.values[i])) continue;
      const key = columnKey(a.values) ^ columnKey(b.values);
      if (seen.has(key)) continue;
      seen.add(key);
      if (trial.accepts(call(name, termOfBound(a), termOfBound(b)))) return true;
    }
  }
  return false;
}

function termOfBound({ entry, times }: Bound) {
  return times === 1 ? termOf(entry) : call('multiply', termOf(entry), word(times));
}

/** The multiple of a number that is right most often; it must lie on one side of all right answers, which `sign` says. */
function timesOf(values: Column, right: Int32Array, sign: number): number | undefined {
  const counts = new Map<number, number>();
  for (let i = 0; i < right.length; i += 1) {
    const times = right[i]! / values[i]!;
    if (Number.isInteger(times) && times > 1 && times <= MOST_TIMES) counts.set(times, (counts.get(times) ?? 0) + 1);
  }
  let [best, most] = [0, 1];
  for (const [times, count] of counts) if (count > most) [best, most] = [times, count];
  if (best === 0 || !values.every((value, i) => sign * (best * value - right[i]!) >= 0)) return undefined;
  return best;
}
