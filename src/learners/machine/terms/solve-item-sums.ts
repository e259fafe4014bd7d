import { eachRows } from './each.ts';
import { constantBits } from './grammar.ts';
import type { Fitting } from './goal.ts';
import { allRows } from './row-set.ts';
import { solveLinear } from './solve-linear.ts';
import { likelyModulus, solveColumnsModulo } from './likely-modulus.ts';
import { type Entry, termOf } from './entry.ts';
import {
  constant,
  isProduct,
  MOST_VALUES,
  MOST_WEIGHTS,
  offerSum,
  type Priced,
  remainder,
  ROWS_EACH,
  times,
  valuesOf,
  weighed,
} from './summands.ts';
import type { Term } from './term.ts';

/** Lists and keys of their items that are tried, cheapest first. */
const MOST_LISTS = 6;
const MOST_ITEM_KEYS = 160;
/** Bits of an entry of a table, about: keys of few values are tried first. */
const ENTRY_BITS = 6;
/** Bits to which the space of the items is grown for keys. */
const ITEM_BITS = 13;

/**
 * goal = Σ over the items of a list of table[key of the item], or of table[key of the item] · item; both kinds of sums modulo a number too; and
 * goal = Σ coefficient · Σ over the items of a word.
 */
export function solveItemSums(fit: Fitting): void {
  if (fit.goal.type !== 'word') return;
  const { space } = fit;
  const lists = space.entries('list').filter(({ isOpen, column }) => isOpen && column.length > space.n + 1);
  for (const list of lists.slice(0, MOST_LISTS)) {
    const items = space.itemsOf(list);
    items.growTo(ITEM_BITS);
    const keys = [...items.entries('flag'), ...items.entries('word')]
      .filter(({ isOpen }) => isOpen)
      .map((entry) => ({ entry, values: valuesOf(entry.column).length }))
      .filter(({ values }) => values <= MOST_VALUES)
      .sort((a, b) => a.entry.bits + ENTRY_BITS * a.values - (b.entry.bits + ENTRY_BITS * b.values))
      .slice(0, MOST_ITEM_KEYS)
      .map(({ entry }) => entry);
    const words = items.entries('word').filter(({ isOpen }) => isOpen);
    const item = words.find(({ make }) => 'leaf' in make && make.leaf.is === 'item');
    const sums = [...words.filter(({ make }) => 'leaf' in make), ...words.filter(isProduct)].slice(0, MOST_WEIGHTS);
    offerSum(fit, [constant(space.n), ...sums.map((word) => weighed(summedOver(list, word, space.n)))]);
    for (const key of keys) {
      if (space.meter.isEmpty) return;
      for (const weight of [undefined, item]) if (weight !== key) offerItemSum(fit, list, key, weight);
    }
  }
}

/** Σ of a word over the items of a list, as a word of the row. */
function summedOver(list: Entry, word: Entry, n: number): Entry {
  const column = new Int32Array(n);
  for (let i = 0; i < n; i += 1) {
    for (let j = list.column[i]! - n - 1; j < list.column[i + 1]! - n - 1; j += 1) column[i]! += word.column[j]!;
  }
  const isItem = 'leaf' in word.make && word.make.leaf.is === 'item';
  const of: Term = isItem ? termOf(list) : { is: 'each', name: 'map', list: termOf(list), body: termOf(word) };
  const bits = 5 + list.bits + (isItem ? 0 : eachRows.map.bits + word.bits);
  return { type: 'word', column, bits, isOpen: true, make: { leaf: { is: 'call', name: 'sum', args: [of] } } };
}

// oxlint-disable-next-line max-params -- the fit of the rows, the list, the key of an item and what it weighs
function offerItemSum(fit: Fitting, list: Entry, key: Entry, weight: Entry | undefined): void {
  const { n, meter } = fit.space;
  const values = valuesOf(key.column);
  if (n < ROWS_EACH * values.length) return;
  const columns = values.map(() => new Int32Array(n));
  const placeOf = new Map(values.map((value, k) => [value, k]));
  for (let i = 0; i < n; i += 1) {
    for (let j = list.column[i]! - n - 1; j < list.column[i + 1]! - n - 1; j += 1) {
      columns[placeOf.get(key.column[j]!)!]![i]! += weight?.column[j] ?? 1;
    }
  }
  meter.spend(list.column.length + n * values.length * values.length);
  const exact = solveLinear(columns, fit.goal.column);
  const modulus = exact === undefined ? likelyModulus(fit.goal.column) : undefined;
  const solved = modulus === undefined ? exact : solveColumnsModulo(columns, fit.goal.column, modulus);
  if (solved === undefined) return;
  const entries = values.flatMap((value, k) => (solved[k] === 0 ? [] : [[value, solved[k]!] as const]));
  const chosen = entries.length === 1 && entries[0]![1] === 1 ? entries[0]![0] : undefined;
  if (chosen !== undefined && modulus === undefined)
    return offerChosen(fit, { list, key, value: chosen, measure: weight ? 'sum' : 'length' });
  // A table that gives each key so many times itself is a product.
  const factor = values.every((value, k) => solved[k] === value * (solved[values.length - 1]! / values.at(-1)!))
    ? solved[values.length - 1]! / values.at(-1)!
    : undefined;
  const by = factor !== undefined && Number.isInteger(factor) ? productBody(key, factor) : tableBody(key, entries);
  const sum: Priced = {
    bits: 5 + eachRows.map.bits + list.bits + by.bits + (weight ? 5 + weight.bits : 0),
    term: () => {
      const body: Term =
        weight === undefined ? by.term() : { is: 'call', name: 'multiply', args: [by.term(), termOf(weight)] };
      return { is: 'call', name: 'sum', args: [{ is: 'each', name: 'map', list: termOf(list), body }] };
    },
  };
  fit.candidates.offer({ ...(modulus === undefined ? sum : remainder(sum, modulus)), rows: allRows(n) });
}

function productBody(key: Entry, by: number): Priced {
  return { bits: key.bits + (by === 1 ? 0 : 5 + constantBits(by)), term: () => times(termOf(key), by) };
}

function tableBody(key: Entry, entries: readonly (readonly [number, number])[]): Priced {
  return {
    bits: key.bits + 6 + entries.reduce((sum, [, by]) => sum + 2 + constantBits(by), 0),
    term: () => ({ is: 'table', of: termOf(key), entries, otherwise: 0 }),
  };
}

interface Chosen {
  readonly list: Entry;
  readonly key: Entry;
  /** The value of the key that counts. */
  readonly value: number;
  readonly measure: 'sum' | 'length';
}

/** The sum or the number of the items whose key has one value: a filter says it in fewer words than a table. */
function offerChosen(fit: Fitting, { list, key, value, measure }: Chosen): void {
  const isPlain = key.type === 'flag' && value === 1;
  const bits = 5 + eachRows.filter.bits + list.bits + key.bits + (isPlain ? 0 : 4 + constantBits(value));
  fit.candidates.offer({
    bits,
    rows: allRows(fit.space.n),
    term: () => ({
      is: 'call',
      name: measure,
      args: [{ is: 'each', name: 'filter', list: termOf(list), body: testOf(key, value) }],
    }),
  });
}

function testOf(key: Entry, value: number): Term {
  const term = termOf(key);
  if (key.type !== 'flag') return { is: 'call', name: 'equal', args: [term, { is: 'word', value }] };
  return value === 1 ? term : { is: 'call', name: 'not', args: [term] };
}
