import type { Fitting } from './goal.ts';
import { pairName, PAIR_BASE } from './productions/pairs.ts';
import { addRow, noRows, type RowSet } from './row-set.ts';
import { type Entry, termOf } from './entry.ts';
import type { Term } from './term.ts';
import type { Type } from './column.ts';

/** Columns of so many values may be keys of learnt tables. */
const MOST_VALUES = 16;
const MOST_COLUMNS = 12;
/** What a table costs beside its entries. */
const TABLE_BITS = 6;
/** How often the concepts are made anew, each beside the others as they are. */
const MOST_ROUNDS = 8;

/** A column of the table as it is taken apart: a column that was given, or a concept made of two. */
interface Concept {
  readonly term: Term;
  readonly type: Type;
  readonly codes: Int32Array;
  readonly values: number;
  /** What a concept is made of, and the bits of its table. */
  readonly made?: { readonly a: Concept; readonly b: Concept; readonly bits: number };
}

/** What is measured in bits while a table is taken apart. */
interface Prices {
  readonly fit: Fitting;
  /** Of a row that contradicts. */
  readonly error: number;
  /** Bits of the class in a cell; a cell is one value of each concept. */
  readonly cell: number;
}

/**
 * goal = a table over concepts, each a table over two columns or concepts. Two values of a pair become one value of its concept while that makes the
 * description shorter: bits = entries of the tables so far + cells that rows stand in · log₂ classes + rows that contradict their cell · error.
 * The pair that leaves the shortest description is joined first, until one concept is left. Then each concept is made anew beside the others as they
 * are now: what was told apart in many narrow cells is told apart again in few wide ones, where a wrong label is outvoted.
 * Rows are taken as right first, then as wrong at the price of an error: what both give is compared by its bits.
 *
 * @source Zupan, Bohanec, Bratko & Demšar 1997, Machine learning by function decomposition (HINT); merging by shared rows in place of colouring
 * @source merging by description length: Rissanen 1978
 */
export function deduceHierarchy(fit: Fitting): void {
  const { goal, space } = fit;
  const classes = [...new Set(goal.column)].sort((a, b) => a - b);
  const open = (['word', 'symbol', 'flag'] as const).flatMap((type) =>
    space.entries(type).filter((entry) => 'leaf' in entry.make && entry.isOpen),
  );
  if (open.length < 2 || open.length > MOST_COLUMNS || classes.length > MOST_VALUES) return;
  if (open.some(({ column }) => column.some((code) => code < 0 || code >= PAIR_BASE))) return;
  const given = open.map(conceptOf);
  if (given.some(({ values }) => values > MOST_VALUES)) return;
  for (const error of [Infinity, fit.errorBits]) {
    if (space.meter.isEmpty) return;
    const prices = { fit, error, cell: Math.log2(Math.max(2, classes.length)) };
    const top = takeApart(prices, withSay(prices, given));
    if (top === undefined) continue;
    const apart = improve(top, { ...prices, error: fit.errorBits });
    offer(fit, apart);
  }
}

function conceptOf(entry: Entry): Concept {
  return { term: termOf(entry), type: entry.type, codes: entry.column, values: new Set(entry.column).size };
}

/** The columns that are needed to tell rows apart. The column whose removal makes the description shortest goes first; the last one stays. */
function withSay(prices: Prices, given: readonly Concept[]): readonly Concept[] {
  let kept = given;
  while (kept.length > 1) {
    let best: { readonly others: readonly Concept[]; readonly length: number } | undefined;
    for (const one of kept) {
      if (prices.fit.space.meter.isEmpty) return kept;
      const others = kept.filter((other) => other !== one);
      const { values, length } = join(prices, one, one, others);
      if (values === 1 && (best === undefined || length < best.length)) best = { others, length };
    }
    if (best === undefined) break;
    kept = best.others;
  }
  return kept;
}

interface Apart {
  readonly term: Term;
  readonly said: Int32Array;
  /** Entries of all tables, each with the bits of its value. */
  readonly bits: number;
}

/** Joins pairs until one concept is left. */
function takeApart(prices: Prices, given: readonly Concept[]): Concept | undefined {
  let concepts = given;
  while (concepts.length > 1) {
    let best: { joined: Joined; a: Concept; b: Concept; others: readonly Concept[] } | undefined;
    for (const [i, a] of concepts.entries()) {
      for (const b of concepts.slice(i + 1)) {
        if (prices.fit.space.meter.isEmpty) return undefined;
        const others = concepts.filter((one) => one !== a && one !== b);
        const joined = join(prices, a, b, others);
        if (best === undefined || joined.length < best.joined.length) best = { joined, a, b, others };
      }
    }
    const { joined, a, b, others } = best!;
    concepts = [...others, conceptFrom(a, b, joined)];
  }
  return concepts[0];
}

/** Makes each concept anew, of the same two or of others that lie beside them, and those above it, while that makes the whole shorter. */
function improve(top: Concept, prices: Prices): Apart {
  const { meter } = prices.fit.space;
  let best = top;
  let apart = ended(prices.fit, best);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = apart;
    for (const path of pathsOf(best)) {
      for (const pair of pairsAt(best, path)) {
        if (meter.isEmpty) return apart;
        const anew = remade(best, path, { ...prices, pair, others: [] });
        const other = ended(prices.fit, anew);
        if (lengthOf(other, prices) >= lengthOf(apart, prices)) continue;
        best = anew;
        apart = other;
        break;
      }
    }
    if (apart === before) break;
  }
  return apart;
}

/** What a concept may be made of: two concepts, or one and a pair that is to be made first. */
type Pair = readonly [Concept, Concept | readonly [Concept, Concept]];

/** The pair at the end of a path as it is, and with one of its parts' parts put beside the other part. None where the path has changed. */
function pairsAt(top: Concept, path: readonly Side[]): readonly Pair[] {
  const made = path.reduce<Concept | undefined>((at, side) => at?.made?.[side], top)?.made;
  if (made === undefined) return [];
  const turned = (
    [
      [made.a, made.b],
      [made.b, made.a],
    ] as const
  ).flatMap(([one, other]): Pair[] =>
    one.made === undefined
      ? []
      : [
          [one.made.a, [one.made.b, other]],
          [one.made.b, [one.made.a, other]],
        ],
  );
  return [[made.a, made.b], ...turned];
}

function lengthOf({ bits, said }: Apart, { fit, error }: Prices): number {
  return bits + error * said.reduce((wrong, label, i) => wrong + (label === fit.goal.column[i] ? 0 : 1), 0);
}

type Side = 'a' | 'b';

/** The ways from the top to each concept that was made, the lowest first. */
function pathsOf({ made }: Concept): (readonly Side[])[] {
  if (made === undefined) return [];
  const below = (['a', 'b'] as const).flatMap((side) => pathsOf(made[side]).map((path) => [side, ...path]));
  return [...below, []];
}

interface Remaking extends Prices {
  readonly pair: Pair;
  readonly others: readonly Concept[];
}

/** The concept at the end of a path made anew, and all above it from what it has become. */
function remade(concept: Concept, [side, ...rest]: readonly Side[], context: Remaking): Concept {
  if (side === undefined) return conceptOfPair(context.pair, context);
  const { a, b } = concept.made!;
  const beside = side === 'a' ? b : a;
  const anew = remade(side === 'a' ? a : b, rest, { ...context, others: [...context.others, beside] });
  return conceptOfPair(side === 'a' ? [anew, b] : [a, anew], context);
}

function conceptOfPair([a, of]: Pair, { others, ...prices }: Prices & Pick<Remaking, 'others'>): Concept {
  const b = 'codes' in of ? of : conceptOfPair(of, { ...prices, others: [...others, a] });
  return conceptFrom(a, b, join(prices, a, b, others));
}

/** The bits of all tables that a concept is made by. */
function tableBits({ made }: Concept): number {
  return made === undefined ? 0 : made.bits + tableBits(made.a) + tableBits(made.b);
}

/** The last concept's values stand for classes: each for the one that most of its rows have. A value that was not seen has the commonest. */
function ended(fit: Fitting, concept: Concept): Apart {
  const votes = new Map<number, Map<number, number>>();
  concept.codes.forEach((code, i) => {
    const here = votes.get(code) ?? new Map<number, number>();
    const label = fit.goal.column[i]!;
    here.set(label, (here.get(label) ?? 0) + 1);
    votes.set(code, here);
  });
  const entries = [...votes].map(([code, here]) => [code, [...here].sort((x, y) => y[1] - x[1])[0]![0]] as const);
  const labels = new Map(entries);
  const classes = new Set(fit.goal.column).size;
  return {
    term: { is: 'table', of: concept.term, entries, otherwise: commonestOf(fit.goal.column) },
    said: concept.codes.map((code) => labels.get(code)!),
    bits: tableBits(concept) + TABLE_BITS + entries.length * Math.log2(Math.max(2, classes)),
  };
}

function commonestOf(column: ArrayLike<number>): number {
  const votes = new Map<number, number>();
  for (const label of Array.from(column)) vote(votes, label, 1);
  return winner(votes);
}

function conceptFrom(a: Concept, b: Concept, { entries, values, bits }: Joined): Concept {
  const table = new Map(entries);
  const of: Term = { is: 'call', name: pairName(a.type, b.type), args: [a.term, b.term] };
  return {
    term: { is: 'table', of, entries, otherwise: 0 },
    type: 'word',
    codes: a.codes.map((code, i) => table.get(code * PAIR_BASE + b.codes[i]!)!),
    values,
    made: { a, b, bits },
  };
}

interface Joined {
  readonly entries: readonly (readonly [number, number])[];
  readonly values: number;
  /** Bits of the table. */
  readonly bits: number;
  /** Bits of the table, the cells that are left and the rows that contradict them. */
  readonly length: number;
}

/** Which values of a pair are one, beside the other concepts. */
// oxlint-disable-next-line max-params -- what bits are paid for, the pair and what stands beside it
function join(prices: Prices, a: Concept, b: Concept, others: readonly Concept[]): Joined {
  const { space } = prices.fit;
  space.meter.spend(space.n * (others.length + 2));
  const keys = a.codes.map((code, i) => code * PAIR_BASE + b.codes[i]!);
  const distinct = [...new Set(keys)].sort((x, y) => x - y);
  const place = new Map(distinct.map((key, i) => [key, i]));
  return merge(distinct, contextVotes(prices.fit, others, { keys, place }), prices);
}

/** How often each label stands in each context: what the other concepts say. */
type Votes = Map<number, Map<number, number>>;

function contextVotes(
  fit: Fitting,
  others: readonly Concept[],
  pair: { keys: Int32Array; place: ReadonlyMap<number, number> },
): Votes[] {
  const votes = Array.from(pair.place, (): Votes => new Map());
  for (let i = 0; i < fit.space.n; i += 1) {
    let context = 0;
    for (const { codes } of others) context = (context * 31 + codes[i]! + 1) % 9007199254740881;
    const mine = votes[pair.place.get(pair.keys[i]!)!]!;
    let here = mine.get(context);
    if (here === undefined) mine.set(context, (here = new Map()));
    vote(here, fit.goal.column[i]!, 1);
  }
  return votes;
}

function vote(here: Map<number, number>, label: number, times: number): void {
  here.set(label, (here.get(label) ?? 0) + times);
}

function winner(here: ReadonlyMap<number, number>): number {
  let best = 0;
  let most = 0;
  for (const [label, times] of here) {
    if (times <= most) continue;
    most = times;
    best = label;
  }
  return best;
}

/** Joins the two values that save most bits by being one, again and again, while that saves any. */
function merge(keys: readonly number[], votes: readonly Votes[], prices: Prices): Joined {
  const { meter } = prices.fit.space;
  const groups = keys.map((key, i) => ({ keys: [key], votes: votes[i]! }));
  const scores = groups.map((group, i) => groups.slice(0, i).map((other) => saved(group.votes, other.votes, prices)));
  meter.spend(groups.reduce((sum, group, i) => sum + i * group.votes.size, 0));
  while (!meter.isEmpty) {
    meter.spend(groups.length ** 2 / 2);
    let best: { i: number; j: number; score: number } | undefined;
    scores.forEach((row, i) =>
      row.forEach((score, j) => {
        if (score >= 0 && (best === undefined || score > best.score)) best = { i, j, score };
      }),
    );
    if (best === undefined) break;
    const { i, j } = best;
    const [into, from] = [groups[j]!, groups[i]!];
    into.keys.push(...from.keys);
    for (const [context, here] of from.votes) {
      let there = into.votes.get(context);
      if (there === undefined) into.votes.set(context, (there = new Map()));
      for (const [label, times] of here) vote(there, label, times);
    }
    groups.splice(i, 1);
    scores.splice(i, 1);
    for (const row of scores) if (row.length > i) row.splice(i, 1);
    groups.forEach((group, k) => {
      if (k < j) scores[j]![k] = saved(into.votes, group.votes, prices);
      else if (k > j) scores[k]![j] = saved(into.votes, group.votes, prices);
    });
  }
  const entries = groups.flatMap((group, value) => group.keys.map((key) => [key, value] as const));
  const bits = TABLE_BITS + entries.length * Math.log2(Math.max(2, groups.length));
  const left = groups.reduce((sum, group) => sum + cellBits(group.votes, prices), 0);
  return { entries, values: groups.length, bits, length: bits + left };
}

/** Bits of the cells of a value, and of the rows that contradict them. */
function cellBits(votes: Votes, { cell, error }: Prices): number {
  let bits = 0;
  for (const here of votes.values()) bits += cell + priced(contradict(here), error);
  return bits;
}

/** Bits that are saved when two values are one: cells that both have stand once, and rows that contradict them are paid. */
function saved(a: Votes, b: Votes, { cell, error }: Prices): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let bits = 0;
  for (const [context, here] of small) {
    const there = large.get(context);
    if (there === undefined) continue;
    const more = contradict(here, there) - contradict(here) - contradict(there);
    bits += cell - priced(more, error);
  }
  return bits;
}

function priced(rows: number, error: number): number {
  return rows === 0 ? 0 : rows * error;
}

/** How many rows of a cell have another label than most of them. */
function contradict(here: ReadonlyMap<number, number>, there?: ReadonlyMap<number, number>): number {
  let all = 0;
  let most = 0;
  for (const [label, times] of here) {
    const both = times + (there?.get(label) ?? 0);
    all += both;
    if (both > most) most = both;
  }
  if (there !== undefined)
    for (const [label, times] of there) {
      if (here.has(label)) continue;
      all += times;
      if (times > most) most = times;
    }
  return all - most;
}

function offer(fit: Fitting, apart: Apart): void {
  const rows: RowSet = noRows(fit.space.n);
  apart.said.forEach((label, i) => {
    if (label === fit.goal.column[i]) addRow(rows, i);
  });
  fit.candidates.offer({ bits: Math.ceil(apart.bits), rows, term: () => apart.term });
}
