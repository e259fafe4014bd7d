import { constantBits } from './grammar.ts';
import type { Fitting } from './goal.ts';
import { rowsEqual } from './row-set.ts';
import { Equations } from './solve-linear.ts';
import { type Entry, termOf } from './entry.ts';
import { constant, solveSum, type Sum, type Summand, tableSummands, valuesOf, weighed } from './summands.ts';
import type { Term } from './term.ts';

/** Words that a sum may bend along, keys with a table of their own, and quotients that may be summands: cheapest first. */
const MOST_WORDS = 4;
const MOST_KEYS = 6;
const MOST_QUOTIENTS = 8;
/** A key has so many values at most; a word that a sum bends along has more. */
const MOST_VALUES = 8;
/** Places where a sum bends; values before a contradiction that may be such a place. */
const MOST_BENDS = 3;
const MOST_BACK = 8;
/** The rows at the largest or the least answer are where a sum was cut off, if they are so many. */
const LEAST_CUT = 4;
const CUT_SHARE = 0.04;
/** A part of the rows has so many at least. */
const LEAST_ROWS = 24;
/** One call may take this part of what is left. */
const SHARE = 8;

/**
 * goal = Σ table[key] + Σ coefficient · word + Σ coefficient[key] · (what a word is above a bend), cut off at a largest and a least answer; on all
 * rows, or where a key has one value. Where a sum bends is read off the rows in the order of the word: up to a bend they agree with
 * equations that the rows after it contradict.
 *
 * @source additive models with hinges: Friedman 1991 (MARS); here exact, by elimination
 */
export function solvePieces(fit: Fitting): Entry[] {
  const { goal, space } = fit;
  if (goal.type !== 'word' || space.n < LEAST_ROWS) return [];
  const solved: Entry[] = [];
  space.meter.within(space.meter.left / SHARE, () => {
    const basis = basisOf(fit);
    for (const part of partsOf(basis, space.n)) {
      const found = solvePart(fit, basis, part);
      if (found !== undefined) solved.push(found);
      // What all rows agree on needs no parts.
      if (found !== undefined && part.length === space.n) return;
    }
  });
  return solved;
}

interface Basis {
  readonly words: readonly Entry[];
  readonly keys: readonly Entry[];
  readonly quotients: readonly Entry[];
}

function basisOf({ space }: Fitting): Basis {
  const isGiven = ({ isOpen, make }: Entry): boolean => isOpen && 'leaf' in make;
  const words = space.entries('word').filter(isGiven);
  const isKey = ({ column }: Entry): boolean => {
    const values = valuesOf(column).length;
    return values > 1 && values <= MOST_VALUES;
  };
  const keys = [...space.entries('symbol'), ...space.entries('flag'), ...words].filter(isGiven).filter(isKey);
  const quotients = space
    .entries('word')
    .filter(({ make }) => 'production' in make && make.production === 'divide' && isGiven(make.args[0]!));
  return {
    words: words.filter((word) => !isKey(word)).slice(0, MOST_WORDS),
    keys: keys.slice(0, MOST_KEYS),
    quotients: quotients.filter(({ isOpen }) => isOpen).slice(0, MOST_QUOTIENTS),
  };
}

/** All rows, then those where a key has one value. */
function* partsOf({ keys }: Basis, n: number): Generator<readonly number[]> {
  const all = Array.from({ length: n }, (_, i) => i);
  yield all;
  for (const { column } of keys) {
    for (const value of valuesOf(column)) {
      const part = all.filter((row) => column[row] === value);
      if (part.length >= LEAST_ROWS) yield part;
    }
  }
}

/** The shortest sum for a part of the rows, cut off where that is needed. */
function solvePart(fit: Fitting, basis: Basis, part: readonly number[]): Entry | undefined {
  const { goal, space } = fit;
  for (const cut of cutsOf(goal.column, part)) {
    const rows = part.filter((row) => isInside(goal.column[row]!, cut));
    if (rows.length < LEAST_ROWS) continue;
    for (const summands of sumsFor(fit, basis, rows)) {
      const sum = solveSum(summands, { goal: goal.column, rows, meter: space.meter });
      const entry = sum && cutOff(sum, cut);
      // Where a sum was cut off it must go on beyond the cut.
      if (entry === undefined || !part.every((row) => entry.column[row] === goal.column[row])) continue;
      fit.candidates.offer({
        bits: entry.bits,
        rows: rowsEqual('word', entry.column, goal.column, space.n),
        term: () => termOf(entry),
      });
      return entry;
    }
  }
  return undefined;
}

interface Cut {
  readonly most?: number;
  readonly least?: number;
}

/** Answers that many rows share, at either end: none cut off, the largest, the least, both. */
function cutsOf(goal: Int32Array, part: readonly number[]): Cut[] {
  const answers = part.map((row) => goal[row]!);
  const often = (answer: number): boolean =>
    answers.filter((other) => other === answer).length >= Math.max(LEAST_CUT, CUT_SHARE * answers.length);
  const [least, most] = [Math.min(...answers), Math.max(...answers)];
  if (least === most) return [];
  return [
    {},
    ...(often(most) ? [{ most }] : []),
    ...(often(least) ? [{ least }] : []),
    ...(often(most) && often(least) ? [{ least, most }] : []),
  ];
}

const isInside = (answer: number, { least, most }: Cut): boolean => answer !== least && answer !== most;

function cutOff(sum: Sum, { least, most }: Cut): Entry {
  let entry: Entry = { type: 'word', column: sum.column, bits: sum.bits, isOpen: true, make: { leaf: sum.term() } };
  if (most !== undefined) entry = bounded(entry, 'smaller', most);
  return least === undefined ? entry : bounded(entry, 'larger', least);
}

function bounded(entry: Entry, name: 'smaller' | 'larger', bound: number): Entry {
  const pick = name === 'smaller' ? Math.min : Math.max;
  return {
    type: 'word',
    column: entry.column.map((word) => pick(word, bound)),
    bits: entry.bits + 6 + constantBits(bound),
    isOpen: true,
    make: { production: name, args: [entry, wordEntry(bound, entry.column.length)] },
  };
}

function wordEntry(value: number, n: number): Entry {
  const leaf: Term = { is: 'word', value };
  return {
    type: 'word',
    column: new Int32Array(n).fill(value),
    bits: constantBits(value),
    isOpen: false,
    make: { leaf },
  };
}

/** What may be summed, the plainest first: words and tables, then quotients, then bends along each word, each key with its own slope last. */
function* sumsFor(fit: Fitting, { words, keys, quotients }: Basis, rows: readonly number[]): Generator<Summand[]> {
  const { n } = fit.space;
  const varying = keys.filter(({ column }) => rows.some((row) => column[row] !== column[rows[0]!]));
  const base = [constant(n), ...words.map(weighed), ...varying.flatMap((key) => tableSummands(key))];
  yield base;
  if (quotients.length > 0) yield [...base, ...quotients.map(weighed)];
  for (const word of words) {
    for (const by of [[], ...varying.map((key) => [key])]) {
      if (fit.space.meter.isEmpty) return;
      const slopes = by.flatMap((key) => tableSummands(key, word));
      const bends = bendsAlong(fit, { word, by: by[0], rows, summands: [...base, ...slopes] });
      if (bends === undefined) continue;
      const above = bends.map((bend) => whatIsAbove(word, bend));
      yield [
        ...base,
        ...slopes,
        ...above.map(weighed),
        ...above.flatMap((one) => by.flatMap((key) => tableSummands(key, one))),
      ];
    }
  }
}

interface Bending {
  readonly word: Entry;
  /** A key each of whose values has slopes of its own. */
  readonly by: Entry | undefined;
  readonly rows: readonly number[];
  readonly summands: readonly Summand[];
}

/**
 * Where the sum bends along a word; nothing where no bends make the rows agree. After a value v the sum has a step and a slope of its own:
 * c · word + d, which is c · (word − t) from the bend t = −d / c on.
 */
function bendsAlong({ goal, space: { meter } }: Fitting, { word, by, rows, summands }: Bending): number[] | undefined {
  const order = rows.toSorted((a, b) => word.column[a]! - word.column[b]! || a - b);
  const values = valuesOf(Int32Array.from(order, (row) => word.column[row]!));
  const groups = by === undefined ? [undefined] : valuesOf(by.column);
  const isOf = (group: number | undefined, row: number): boolean => group === undefined || by!.column[row] === group;
  const agree = (splits: readonly number[]): { readonly reach: number; readonly equations: Equations } => {
    const pieces = splits.flatMap((after) => groups.map((group) => ({ after, group })));
    const equations = new Equations(summands.length + 2 * pieces.length);
    const worth = (row: number, j: number): number => {
      if (j < summands.length) return summands[j]!.column[row]!;
      const { after, group } = pieces[(j - summands.length) >>> 1]!;
      if (word.column[row]! <= after || !isOf(group, row)) return 0;
      return (j - summands.length) % 2 === 0 ? 1 : word.column[row]!;
    };
    let reach = 0;
    while (reach < order.length && equations.add((j) => worth(order[reach]!, j), goal.column[order[reach]!]!))
      reach += 1;
    meter.spend(reach * (summands.length + 2 * pieces.length) ** 2);
    return { reach, equations };
  };
  const splits: number[] = [];
  let now = agree(splits);
  while (now.reach < order.length) {
    if (splits.length === MOST_BENDS || meter.isEmpty) return undefined;
    const end = values.indexOf(word.column[order[now.reach]!]!);
    let best: { readonly after: number; readonly found: typeof now } | undefined;
    for (const after of values.slice(Math.max(0, end - MOST_BACK), end).toReversed()) {
      const found = agree([...splits, after]);
      if (best === undefined || found.reach > best.found.reach) best = { after, found };
    }
    if (best === undefined || best.found.reach <= now.reach) return undefined;
    splits.push(best.after);
    now = best.found;
  }
  if (splits.length === 0) return undefined;
  const solved = now.equations.solve().slice(summands.length);
  const bends = splits.map((_, k) =>
    groups
      .map((_group, g) => 2 * (k * groups.length + g))
      .map((at) => ({ step: solved[at]!, slope: solved[at + 1]! }))
      .filter(({ slope }) => slope !== 0)
      .map(({ step, slope }) => -step / slope),
  );
  return bends.every(
    ([first, ...others]) => first !== undefined && Number.isInteger(first) && others.every((at) => at === first),
  )
    ? bends.map(([at]) => at!)
    : undefined;
}

/** The larger of word − bend and 0. */
function whatIsAbove(word: Entry, bend: number): Entry {
  const rest: Entry = {
    type: 'word',
    column: word.column.map((value) => value - bend),
    bits: word.bits + 4 + constantBits(bend),
    isOpen: true,
    make: { production: 'subtract', args: [word, wordEntry(bend, word.column.length)] },
  };
  return bounded(rest, 'larger', 0);
}
