import type { Fitting } from './goal.ts';
import type { Meter } from './meter.ts';
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
/** Shares of rows that may disagree where two values are taken for one: none, and what a few wrong rows make. */
const DISAGREEMENTS = [0, 0.02, 0.05, 0.1] as const;

/** A column of the table as it is taken apart: a column that was given, or a concept made of two. */
interface Concept {
  readonly term: Term;
  readonly type: Type;
  readonly codes: Int32Array;
  readonly values: number;
}

/**
 * goal = a table over concepts, each a table over two columns or concepts. Columns whose values are all one have no say. Two values of a pair are
 * one value of its concept when rows that agree in all else agree in the goal. The pair that leaves the shortest tables is joined first, until one
 * concept is left.
 *
 * @source Zupan, Bohanec, Bratko & Demšar 1997, Machine learning by function decomposition (HINT); merging by shared rows in place of colouring
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
  for (const most of DISAGREEMENTS) {
    if (space.meter.isEmpty) return;
    const telling = withSay(fit, given, most);
    offer(fit, takeApart(fit, telling, most));
  }
}

function conceptOf(entry: Entry): Concept {
  return { term: termOf(entry), type: entry.type, codes: entry.column, values: new Set(entry.column).size };
}

/** Columns that tell rows apart beside the others. The last one stays. */
function withSay(fit: Fitting, given: readonly Concept[], most: number): readonly Concept[] {
  let kept = given;
  for (const one of given) {
    if (kept.length === 1 || fit.space.meter.isEmpty) break;
    const at = kept.indexOf(one);
    if (join(fit, kept, { a: at, b: at, most }).values === 1) kept = kept.filter((other) => other !== one);
  }
  return kept;
}

interface Apart {
  readonly term: Term;
  readonly said: Int32Array;
  /** Entries of all tables, each with the bits of its value. */
  readonly bits: number;
}

function takeApart(fit: Fitting, given: readonly Concept[], most: number): Apart | undefined {
  let concepts = given;
  let bits = 0;
  while (concepts.length > 1 && !fit.space.meter.isEmpty) {
    let best: { joined: Joined; a: number; b: number; length: number } | undefined;
    for (let a = 0; a < concepts.length; a += 1) {
      for (let b = a + 1; b < concepts.length; b += 1) {
        const joined = join(fit, concepts, { a, b, most });
        const rest = concepts.reduce((product, { values }, k) => (k === a || k === b ? product : product * values), 1);
        const length = joined.entries.length * Math.log2(joined.values + 1) + rest * joined.values;
        if (best === undefined || length < best.length) best = { joined, a, b, length };
      }
    }
    if (best === undefined) return undefined;
    const { joined, a, b } = best;
    bits += TABLE_BITS + joined.entries.length * Math.log2(Math.max(2, joined.values));
    concepts = [...concepts.filter((_, k) => k !== a && k !== b), conceptFrom(concepts[a]!, concepts[b]!, joined)];
  }
  return ended(fit, concepts[0]!, bits);
}

/** The last concept's values stand for classes: each for the one that most of its rows have. A value that was not seen has the commonest. */
function ended(fit: Fitting, concept: Concept, bits: number): Apart {
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
    bits: bits + TABLE_BITS + entries.length * Math.log2(Math.max(2, classes)),
  };
}

function commonestOf(column: ArrayLike<number>): number {
  const votes = new Map<number, number>();
  for (const label of Array.from(column)) vote(votes, label, 1);
  return winner(votes);
}

function conceptFrom(a: Concept, b: Concept, { entries, values }: Joined): Concept {
  const table = new Map(entries);
  const of: Term = { is: 'call', name: pairName(a.type, b.type), args: [a.term, b.term] };
  return {
    term: { is: 'table', of, entries, otherwise: 0 },
    type: 'word',
    codes: a.codes.map((code, i) => table.get(code * PAIR_BASE + b.codes[i]!)!),
    values,
  };
}

interface Joined {
  readonly entries: readonly (readonly [number, number])[];
  readonly values: number;
}

interface Pairing {
  readonly a: number;
  readonly b: number;
  readonly most: number;
}

/** Which values of a pair are one. */
function join(fit: Fitting, concepts: readonly Concept[], { a, b, most }: Pairing): Joined {
  const n = fit.space.n;
  fit.space.meter.spend(n * concepts.length);
  const keys = concepts[a]!.codes.map((code, i) => code * PAIR_BASE + concepts[b]!.codes[i]!);
  const distinct = [...new Set(keys)].sort((x, y) => x - y);
  const place = new Map(distinct.map((key, i) => [key, i]));
  const votes = contextVotes(fit, concepts, { a, b, keys, place });
  return merge(distinct, votes, { most, meter: fit.space.meter });
}

/** How often each label stands in each context: what the other concepts say. */
type Votes = Map<number, Map<number, number>>;

function contextVotes(
  fit: Fitting,
  concepts: readonly Concept[],
  pair: { a: number; b: number; keys: Int32Array; place: ReadonlyMap<number, number> },
): Votes[] {
  const others = concepts.filter((_, k) => k !== pair.a && k !== pair.b);
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

/** Joins the two values that agree most and disagree least, again and again, while few contexts disagree. */
function merge(
  keys: readonly number[],
  votes: readonly Votes[],
  { most, meter }: { most: number; meter: Meter },
): Joined {
  const groups = keys.map((key, i) => ({ keys: [key], votes: votes[i]! }));
  const scores = groups.map((group, i) => groups.slice(0, i).map((other) => likeness(group.votes, other.votes, most)));
  meter.spend(groups.reduce((sum, group, i) => sum + i * group.votes.size, 0));
  while (!meter.isEmpty) {
    meter.spend(groups.length ** 2 / 2);
    let best: { i: number; j: number; score: number } | undefined;
    scores.forEach((row, i) =>
      row.forEach((score, j) => {
        if (score !== undefined && (best === undefined || score > best.score)) best = { i, j, score };
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
      if (k < j) scores[j]![k] = likeness(into.votes, group.votes, most);
      else if (k > j) scores[k]![j] = likeness(into.votes, group.votes, most);
    });
  }
  const entries = groups.flatMap((group, value) => group.keys.map((key) => [key, value] as const));
  return { entries, values: groups.length };
}

/** Contexts that agree, less those that do not, as often as they count; nothing when more differ than chance makes. */
function likeness(a: Votes, b: Votes, most: number): number | undefined {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  let differ = 0;
  for (const [context, here] of small) {
    const there = large.get(context);
    if (there === undefined) continue;
    shared += 1;
    if (winner(here) !== winner(there)) differ += 1;
  }
  const chance = most * shared + 1.5 * Math.sqrt(shared * most * (1 - most));
  return differ > chance ? undefined : shared - differ / Math.max(most, 0.01);
}

function offer(fit: Fitting, apart: Apart | undefined): void {
  if (apart === undefined) return;
  const rows: RowSet = noRows(fit.space.n);
  apart.said.forEach((label, i) => {
    if (label === fit.goal.column[i]) addRow(rows, i);
  });
  fit.candidates.offer({ bits: Math.ceil(apart.bits), rows, term: () => apart.term });
}
