import { eachRows } from './each.ts';
import { constantBits } from './grammar.ts';
import type { Fitting } from './goal.ts';
import { cutBetween } from './node-tests.ts';
import { type Entry, termOf } from './entry.ts';
import type { Term } from './term.ts';

/** The most lists, words of their items and thresholds of each word that are tried. Around the best threshold all others are tried too. */
const MOST_LISTS = 4;
const MOST_KEYS = 3;
const MOST_CUTS = 64;
/** Measures that are kept, the best first. */
const MOST_KEPT = 4;
/** A measure explains at least so many rows with as many answers, and this part of all. */
const LEAST_ROWS = 3;
const LEAST_PART = 0.2;
const ITEM_BITS = 6;

const MEASURES = ['count', 'sum', 'excess'] as const;
const SIDES = ['least', 'less'] as const;

/** The number, the sum or the excess over the threshold of the items whose key is at least a threshold, or below it. */
interface ItemCut {
  readonly list: Entry;
  readonly key: Entry;
  readonly item: Entry;
  readonly measure: (typeof MEASURES)[number];
  readonly side: (typeof SIDES)[number];
}

/**
 * Words Σ [key ≥ hole], Σ [key ≥ hole] · item and Σ max(0, key − hole) over the items of a list, and the same below the hole, that with a
 * factor and an offset give the goal on many rows. The hole is solved: every threshold that tells items apart is measured.
 */
export function solveItemCuts(fit: Fitting): Entry[] {
  const { space, goal } = fit;
  if (goal.type !== 'word') return [];
  const lists = space.entries('list').filter(({ isOpen, column }) => isOpen && column.length > space.n + 1);
  const factors = [...new Set([1, stepOf(goal.column)])];
  const kept: { readonly word: Entry; readonly hits: number }[] = [];
  for (const list of lists.slice(0, MOST_LISTS)) {
    const items = space.itemsOf(list);
    items.growTo(ITEM_BITS);
    const words = items.entries('word').filter(({ isOpen }) => isOpen);
    const item = words.find(({ make }) => 'leaf' in make && make.leaf.is === 'item');
    if (item === undefined) continue;
    for (const key of words.slice(0, MOST_KEYS)) {
      for (const measure of MEASURES) {
        for (const side of SIDES) {
          if (space.meter.isEmpty) return [];
          const best = bestCutOf(fit, { list, key, item, measure, side }, factors);
          if (best !== undefined) kept.push(best);
        }
      }
    }
  }
  return kept
    .sort((a, b) => b.hits - a.hits || a.word.bits - b.word.bits)
    .slice(0, MOST_KEPT)
    .map(({ word }) => word);
}

function bestCutOf(
  fit: Fitting,
  cut: ItemCut,
  factors: readonly number[],
): { readonly word: Entry; readonly hits: number } | undefined {
  const { n, meter } = fit.space;
  const values = [...new Set(cut.key.column)].sort((a, b) => a - b);
  const hitsAt = (k: number): number => {
    const column = measured(cut, values[k]!, n);
    meter.spend(cut.key.column.length + n * factors.length);
    return Math.max(...factors.map((factor) => mostAlike(column, fit.goal.column, factor)));
  };
  let best = { k: -1, hits: 0 };
  const tryAt = (k: number): void => {
    const hits = hitsAt(k);
    if (hits > best.hits) best = { k, hits };
  };
  const step = Math.ceil(values.length / MOST_CUTS);
  for (let k = 0; k < values.length; k += step) tryAt(k);
  const around = best.k;
  const last = step === 1 ? -1 : Math.min(values.length, around + step) - 1;
  for (let k = Math.max(0, around - step + 1); k <= last; k += 1) tryAt(k);
  if (best.hits < Math.max(LEAST_ROWS, LEAST_PART * n)) return undefined;
  const at = values[best.k]!;
  const value = cut.measure === 'excess' || best.k === 0 ? at : cutBetween(values[best.k - 1]!, at);
  return { word: wordOf(cut, value, n), hits: best.hits };
}

function measured({ list, key, item, measure, side }: ItemCut, value: number, n: number): Int32Array {
  const column = new Int32Array(n);
  for (let i = 0; i < n; i += 1) {
    for (let j = list.column[i]! - n - 1; j < list.column[i + 1]! - n - 1; j += 1) {
      const own = key.column[j]!;
      if (own < value !== (side === 'less')) continue;
      column[i]! += measure === 'count' ? 1 : measure === 'sum' ? item.column[j]! : Math.abs(own - value);
    }
  }
  return column;
}

/** The largest set of rows on which goal − factor · word is the same; none where these rows have few answers. */
function mostAlike(column: Int32Array, goal: Int32Array, factor: number): number {
  const byRest = new Map<number, { count: number; readonly answers: Set<number> }>();
  let most = 0;
  for (let i = 0; i < goal.length; i += 1) {
    const rest = goal[i]! - factor * column[i]!;
    const own = byRest.get(rest) ?? { count: 0, answers: new Set() };
    own.count += 1;
    own.answers.add(goal[i]!);
    byRest.set(rest, own);
    if (own.answers.size >= LEAST_ROWS && own.count > most) most = own.count;
  }
  return most;
}

/** What divides every difference of two answers: 5 where a fee is 5 for each day. */
function stepOf(goal: Int32Array): number {
  let step = 0;
  for (const answer of goal) {
    let rest = Math.abs(answer - goal[0]!);
    while (rest !== 0) [step, rest] = [rest, step % rest];
  }
  return Math.max(1, step);
}

const word = (value: number): Term => ({ is: 'word', value });
const call = (name: string, ...args: readonly Term[]): Term => ({ is: 'call', name, args });

function wordOf(cut: ItemCut, value: number, n: number): Entry {
  const { list, key, measure, side } = cut;
  const own = list.bits + key.bits + constantBits(value);
  const entry = (bits: number, leaf: Term): Entry => ({
    type: 'word',
    column: measured(cut, value, n),
    bits: own + bits,
    isOpen: true,
    make: { leaf },
  });
  const each = (name: 'map' | 'filter', body: Term): Term => ({ is: 'each', name, list: termOf(list), body });
  if (measure === 'excess') {
    const [a, b] = side === 'least' ? [termOf(key), word(value)] : [word(value), termOf(key)];
    const body = call('larger', call('subtract', a, b), word(0));
    return entry(5 + eachRows.map.bits + 6 + 4 + constantBits(0), call('sum', each('map', body)));
  }
  const test = side === 'less' ? call('less', termOf(key), word(value)) : call('less', word(value - 1), termOf(key));
  return entry(5 + eachRows.filter.bits + 4, call(measure === 'count' ? 'length' : 'sum', each('filter', test)));
}
