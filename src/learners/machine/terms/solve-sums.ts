import { eachRows } from './each.ts';
import { constantBits } from './grammar.ts';
import type { Fitting } from './goal.ts';
import { allRows } from './row-set.ts';
import { solveLinear } from './solve-linear.ts';
import { likelyModulus, solveColumnsModulo } from './likely-modulus.ts';
import { type Entry, termOf } from './entry.ts';
import type { Term } from './term.ts';

/** Values of a key at most: each is an unknown of the equations. */
const MOST_VALUES = 24;
/** Keys, weights and lists that are tried, cheapest first. */
const MOST_KEYS = 12;
const MOST_WEIGHTS = 12;
const MOST_LISTS = 6;
const MOST_ITEM_KEYS = 160;
/** Bits of an entry of a table, about: keys of few values are tried first. */
const ENTRY_BITS = 6;
/** Rows for each unknown: fewer fit by chance. */
const ROWS_EACH = 3;
/** Bits to which the space of the items is grown for keys. */
const ITEM_BITS = 13;

/** A summand with an unknown coefficient: a weight where a key has a value; the weight alone where there is no key. */
interface Summand {
  readonly column: Int32Array;
  readonly key?: { readonly of: Entry; readonly value: number };
  readonly weight?: Entry;
}

/**
 * goal = Σ coefficient · word + Σ table[key] + Σ table[key] · word, with coefficients and tables solved from the rows; and
 * goal = Σ over the items of a list of table[key of the item], or of table[key of the item] · item; and both kinds of sums modulo a number.
 */
export function solveSums(fit: Fitting): void {
  if (fit.goal.type !== 'word') return;
  sumsOfWords(fit);
  sumsOverItems(fit);
}

function sumsOfWords(fit: Fitting): void {
  const { space } = fit;
  const words = space.entries('word').filter((entry) => entry.isOpen);
  const given = words.filter(({ make }) => 'leaf' in make).slice(0, MOST_WEIGHTS);
  const products = words.filter(isProduct).slice(0, MOST_WEIGHTS);
  const keys = [...space.entries('symbol'), ...space.entries('flag'), ...given]
    .filter(({ isOpen, make, column }) => isOpen && 'leaf' in make && valuesOf(column).length <= MOST_VALUES)
    .slice(0, MOST_KEYS);
  const one = [{ column: new Int32Array(space.n).fill(1) }];
  const plain = given.map(weighed);
  const tables = keys.flatMap((key) => tableSummands(key));
  offerSolved(fit, [...one, ...plain]);
  offerSolved(fit, [...one, ...plain, ...products.map(weighed)]);
  offerModulo(fit, [...one, ...plain]);
  offerSolved(fit, [...plain, ...tables, ...one]);
  offerSolved(fit, [...plain, ...products.map(weighed), ...tables, ...one]);
  for (const key of keys) {
    for (const weight of [...given, ...products].slice(0, MOST_WEIGHTS)) {
      if (weight === key) continue;
      offerSolved(fit, [...tableSummands(key, weight), ...one]);
      offerSolved(fit, [...tableSummands(key, weight), ...tableSummands(key)]);
    }
  }
}

function isProduct({ make }: Entry): boolean {
  return 'production' in make && make.production === 'multiply' && make.args.every(({ isOpen }) => isOpen);
}

const weighed = (weight: Entry): Summand => ({ column: weight.column, weight });

function tableSummands(of: Entry, weight?: Entry): Summand[] {
  return valuesOf(of.column).map((value) => ({
    column: of.column.map((key, i) => (key === value ? (weight?.column[i] ?? 1) : 0)),
    key: { of, value },
    ...(weight && { weight }),
  }));
}

function valuesOf(column: Int32Array): number[] {
  return [...new Set(column)].sort((a, b) => a - b);
}

/** Solves, then leaves out whatever the goal does without, dearest first. */
function offerSolved(fit: Fitting, summands: readonly Summand[]): void {
  const { n, meter } = fit.space;
  const solve = (some: readonly Summand[]): number[] | undefined => {
    meter.spend(n * some.length * Math.min(n, some.length));
    return meter.isEmpty
      ? undefined
      : solveLinear(
          some.map(({ column }) => column),
          fit.goal.column,
        );
  };
  if (n < ROWS_EACH * summands.length) return;
  let coefficients = solve(summands);
  if (coefficients === undefined) return;
  let kept = summands;
  for (const group of groupsOf(summands)) {
    const fewer = kept.filter((one) => !group.includes(one));
    const solved = fewer.length === kept.length || fewer.length === 0 ? undefined : solve(fewer);
    if (solved !== undefined) [kept, coefficients] = [fewer, solved];
  }
  const sum = sumOf(kept, coefficients);
  if (sum !== undefined) fit.candidates.offer({ ...sum, rows: allRows(n) });
}

/** A check digit over columns: Σ coefficient · word modulo the number of answers. */
function offerModulo(fit: Fitting, summands: readonly Summand[]): void {
  const { n, meter } = fit.space;
  const modulus = likelyModulus(fit.goal.column);
  if (modulus === undefined || n < ROWS_EACH * summands.length || meter.isEmpty) return;
  meter.spend(n * summands.length * summands.length);
  const columns = summands.map(({ column }) => column);
  const solved = solveColumnsModulo(columns, fit.goal.column, modulus);
  const sum = solved && sumOf(summands, solved);
  if (sum !== undefined) fit.candidates.offer({ ...remainder(sum, modulus), rows: allRows(n) });
}

function remainder({ bits, term }: Priced, modulus: number): Priced {
  return {
    bits: bits + 5 + constantBits(modulus),
    term: () => ({ is: 'call', name: 'modulo', args: [term(), { is: 'word', value: modulus }] }),
  };
}

function sumOf(kept: readonly Summand[], coefficients: readonly number[]): Priced | undefined {
  const used = kept.flatMap((summand, j) => (coefficients[j] === 0 ? [] : [{ summand, by: coefficients[j]! }]));
  if (used.length === 0) return undefined;
  const terms = groupsOf(used.map(({ summand }) => summand))
    .toReversed()
    .map((group) => groupTerm(used.filter(({ summand }) => group.includes(summand))));
  const bits = terms.reduce((sum, term) => sum + term.bits, 4 * (terms.length - 1));
  return { bits, term: () => terms.map(({ term }) => term()).reduce(added) };
}

/** Summands of one table belong together; the last to be named come first: they are left out first. */
function groupsOf(summands: readonly Summand[]): Summand[][] {
  const groups = new Map<string, Summand[]>();
  const names = new Map<Entry, number>();
  const nameOf = (entry: Entry | undefined): string => {
    if (entry === undefined) return '';
    if (!names.has(entry)) names.set(entry, names.size);
    return String(names.get(entry));
  };
  for (const summand of summands) {
    const name = `${nameOf(summand.key?.of)}/${nameOf(summand.weight)}`;
    groups.set(name, [...(groups.get(name) ?? []), summand]);
  }
  return [...groups.values()].reverse();
}

interface Priced {
  readonly bits: number;
  readonly term: () => Term;
}

function groupTerm(parts: readonly { readonly summand: Summand; readonly by: number }[]): Priced {
  const { key, weight } = parts[0]!.summand;
  if (key === undefined) {
    const by = parts[0]!.by;
    if (weight === undefined) return { bits: constantBits(by), term: () => ({ is: 'word', value: by }) };
    const bits = weight.bits + (by === 1 ? 0 : 5 + constantBits(by));
    return { bits, term: () => times(termOf(weight), by) };
  }
  const entries = parts.map(({ summand, by }) => [summand.key!.value, by] as const);
  const bits =
    key.of.bits + 6 + entries.reduce((sum, [, by]) => sum + 2 + constantBits(by), 0) + (weight ? 5 + weight.bits : 0);
  return {
    bits,
    term: () => {
      const table: Term = { is: 'table', of: termOf(key.of), entries, otherwise: 0 };
      return weight === undefined ? table : { is: 'call', name: 'multiply', args: [table, termOf(weight)] };
    },
  };
}

function times(term: Term, by: number): Term {
  return by === 1 ? term : { is: 'call', name: 'multiply', args: [term, { is: 'word', value: by }] };
}

/** A sum; a difference where a coefficient is below 0. */
function added(a: Term, b: Term): Term {
  if (b.is === 'word' && b.value < 0)
    return { is: 'call', name: 'subtract', args: [a, { is: 'word', value: -b.value }] };
  return { is: 'call', name: 'add', args: [a, b] };
}

function sumsOverItems(fit: Fitting): void {
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
    offerSolved(fit, [
      { column: new Int32Array(space.n).fill(1) },
      ...sums.map((word) => weighed(summedOver(list, word, space.n))),
    ]);
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
