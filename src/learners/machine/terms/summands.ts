import { constantBits } from './grammar.ts';
import { type Entry, termOf } from './entry.ts';
import type { Fitting } from './goal.ts';
import type { Meter } from './meter.ts';
import { allRows, rowsEqual } from './row-set.ts';
import { solveLinear } from './solve-linear.ts';
import { rowsOfOneSum } from './solve-most-rows.ts';
import type { Term } from './term.ts';

/** Values of a key at most: each is an unknown of the equations. */
export const MOST_VALUES = 24;
/** Weights that are tried, cheapest first. */
export const MOST_WEIGHTS = 12;
/** Rows for each unknown: fewer fit by chance. */
export const ROWS_EACH = 3;

/** A summand with an unknown coefficient: a weight where a key has a value; the weight alone where there is no key. */
export interface Summand {
  readonly column: Int32Array;
  readonly key?: { readonly of: Entry; readonly value: number };
  readonly weight?: Entry;
}

/** A term with its description length. */
export interface Priced {
  readonly bits: number;
  readonly term: () => Term;
}

/** The same on all rows. */
export const constant = (n: number): Summand => ({ column: new Int32Array(n).fill(1) });

/** A word with an unknown coefficient. */
export const weighed = (weight: Entry): Summand => ({ column: weight.column, weight });

/** A table over a key, with an unknown for each value; times a weight where there is one. */
export function tableSummands(of: Entry, weight?: Entry): Summand[] {
  return valuesOf(of.column).map((value) => ({
    column: of.column.map((key, i) => (key === value ? (weight?.column[i] ?? 1) : 0)),
    key: { of, value },
    ...(weight && { weight }),
  }));
}

export function valuesOf(column: Int32Array): number[] {
  return [...new Set(column)].sort((a, b) => a - b);
}

/** A sum that gives a goal on some rows. */
export interface Sum extends Priced {
  /** What it is worth on every row. */
  readonly column: Int32Array;
}

interface Asked {
  readonly goal: Int32Array;
  readonly rows: readonly number[];
  readonly meter: Meter;
}

/** The sum that gives the goal on the rows, without the groups that it can do without. Groups that are named last are left out first. */
export function solveSum(summands: readonly Summand[], { goal, rows, meter }: Asked): Sum | undefined {
  const solve = (some: readonly Summand[]): number[] | undefined => {
    meter.spend(rows.length * some.length * Math.min(rows.length, some.length));
    if (meter.isEmpty) return undefined;
    return solveLinear(
      some.map(({ column }) => column),
      goal,
      rows,
    );
  };
  if (rows.length < ROWS_EACH * summands.length) return undefined;
  const first = solve(summands);
  if (first === undefined) return undefined;
  let [kept, coefficients] = [summands, first];
  for (const group of groupsOf(summands)) {
    if (isConstant(group[0]!)) continue;
    const fewer = kept.filter((one) => !group.includes(one));
    const solved = fewer.length === kept.length || fewer.length === 0 ? undefined : solve(fewer);
    if (solved !== undefined) [kept, coefficients] = [fewer, solved];
  }
  const varying = kept.filter((one) => !isConstant(one));
  const withoutConstant = varying.length === kept.length || varying.length === 0 ? undefined : solve(varying);
  const said = [
    sumOf(kept, coefficients),
    sumOf(kept, withTablesFromZero(kept, coefficients, rows)),
    withoutConstant && sumOf(varying, withoutConstant),
  ].reduce((best, one) => (one !== undefined && (best === undefined || one.bits < best.bits) ? one : best));
  if (said === undefined) return undefined;
  const column = goal.map((_, i) => kept.reduce((sum, { column: of }, j) => sum + coefficients[j]! * of[i]!, 0));
  return { ...said, column };
}

function isConstant({ key, weight }: Summand): boolean {
  return key === undefined && weight === undefined;
}

/**
 * The same sum with tables whose least entry is 0, and what was taken from them in the constant. On the rows every key has an entry, so that what
 * each of a table's entries loses the constant gains.
 */
function withTablesFromZero(
  summands: readonly Summand[],
  coefficients: readonly number[],
  rows: readonly number[],
): number[] {
  const shifted = [...coefficients];
  const constant = summands.findIndex(isConstant);
  if (constant === -1) return shifted;
  for (const group of groupsOf(summands)) {
    const { key, weight } = group[0]!;
    if (key === undefined || weight !== undefined) continue;
    const met = new Set(rows.map((row) => key.of.column[row]!));
    const places = group.filter((one) => met.has(one.key!.value)).map((one) => summands.indexOf(one));
    if (places.length < met.size) continue;
    const least = Math.min(...places.map((place) => shifted[place]!));
    for (const place of places) shifted[place]! -= least;
    shifted[constant]! += least;
  }
  return shifted;
}

/** A sum as a term; nothing where all coefficients are 0. */
export function sumOf(kept: readonly Summand[], coefficients: readonly number[]): Priced | undefined {
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

export function times(term: Term, by: number): Term {
  return by === 1 ? term : { is: 'call', name: 'multiply', args: [term, { is: 'word', value: by }] };
}

/** A sum; a difference where a coefficient is below 0. */
function added(a: Term, b: Term): Term {
  if (b.is === 'word' && b.value < 0)
    return { is: 'call', name: 'subtract', args: [a, { is: 'word', value: -b.value }] };
  return { is: 'call', name: 'add', args: [a, b] };
}

/** A sum modulo a number. */
export function remainder({ bits, term }: Priced, modulus: number): Priced {
  return {
    bits: bits + 5 + constantBits(modulus),
    term: () => ({ is: 'call', name: 'modulo', args: [term(), { is: 'word', value: modulus }] }),
  };
}

export function isProduct({ make }: Entry): boolean {
  return 'production' in make && make.production === 'multiply' && make.args.every(({ isOpen }) => isOpen);
}

/** Offers the sum that gives the goal on all rows, or else on most of them. */
export function offerSum(fit: Fitting, summands: readonly Summand[]): void {
  const { n, meter } = fit.space;
  const goal = fit.goal.column;
  const whole = solveSum(summands, { goal, rows: Array.from({ length: n }, (_, i) => i), meter });
  if (whole !== undefined) {
    fit.candidates.offer({ bits: whole.bits, term: whole.term, rows: allRows(n) });
    return;
  }
  const right = rowsOfOneSum(
    summands.map(({ column }) => column),
    { goal, rowsEach: ROWS_EACH, meter },
  );
  const most = right && solveSum(summands, { goal, rows: right, meter });
  if (most !== undefined)
    fit.candidates.offer({ bits: most.bits, term: most.term, rows: rowsEqual('word', most.column, goal, n) });
}
