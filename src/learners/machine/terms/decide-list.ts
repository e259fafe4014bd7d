import type { Candidate, Test } from './candidate.ts';
import type { TreeSettings } from './decide-tree.ts';
import { cutTests } from './node-tests.ts';
import { both, countBoth, countRows, isEmpty, type RowSet, without } from './row-set.ts';
import { type Entry, termOf } from './entry.ts';
import type { Term } from './term.ts';

/** Tests that a case may join, cheapest first; how many it may join; and how many half-made cases of each answer are kept. */
const MOST_LITERALS = 128;
const LONGEST_CASE = 5;
const BEAM = 4;
const MANNERS = [
  { purity: 1, isRarestFirst: true },
  { purity: 1, isRarestFirst: false },
  { purity: 4, isRarestFirst: false },
] as const;
const AND_BITS = 1;
const MOST_CASES = 64;
/** Words whose thresholds a case may ask for, and answers up to which they are solved. */
const MOST_CUT_WORDS = 24;
const MOST_PARTS = 8;

interface Case {
  readonly literals: readonly Test[];
  readonly rows: RowSet;
  readonly bits: number;
}

interface Scored extends Case {
  readonly gives: Candidate;
  /** Bits saved on the rows that are open: errors of the rest, less what the case costs. */
  readonly saved: number;
  /** Rows won × information about them: p · (log₂ p/(p + n) − log₂ P/(P + N)). What is made longer is chosen by it. */
  readonly gain: number;
}

/**
 * A list of cases, each a conjunction of tests, of small description length: the case that saves most bits on the rows still open comes next, and
 * the list ends when none saves any.
 *
 * @source sequential covering with a beam: Clark & Niblett 1989 (CN2); gain: Quinlan 1990 (FOIL); the stop by description length: Cohen 1995 (RIPPER)
 */
export function decideList(
  rows: RowSet,
  candidates: readonly Candidate[],
  tests: readonly Test[],
  settings: TreeSettings,
): Candidate | undefined {
  let best: Candidate | undefined;
  let least = Infinity;
  const total = countRows(rows);
  const manners = pairsOf(MANNERS, literalsOf(tests, settings.words));
  for (const [otherwise, [manner, literals]] of pairsOf(mostRight(rows, candidates), manners)) {
    if (settings.meter.isEmpty) break;
    const list = listWith(rows, { candidates, settings, ...manner, ...literals }, otherwise);
    const cost = list.bits + settings.errorBits * (total - countRows(list.rows));
    if (cost >= least) continue;
    least = cost;
    best = list;
  }
  return best;
}

interface Context {
  readonly candidates: readonly Candidate[];
  readonly tests: readonly Test[];
  /** Words whose thresholds a case may ask for. */
  readonly words: readonly Entry[];
  readonly settings: TreeSettings;
  /** How often an error counts while a case is made: greed for many rows hides cases that are right on all of theirs. */
  readonly purity: number;
  /** One answer after the other, the rarest first, instead of whichever case saves most. */
  readonly isRarestFirst: boolean;
}

/** The cheapest tests and words alone, then many: greed takes up a test of two columns where three plain ones say it all. */
function literalsOf(tests: readonly Test[], words: readonly Entry[]): readonly Pick<Context, 'tests' | 'words'>[] {
  const cheapest = (bits: readonly number[]): number => Math.min(...bits.slice(0, MOST_LITERALS));
  const [test, word] = [cheapest(tests.map(({ entry }) => entry.bits)), cheapest(words.map(({ bits }) => bits))];
  return [
    { tests: tests.filter(({ entry }) => entry.bits === test), words: words.filter(({ bits }) => bits === word) },
    { tests: tests.slice(0, MOST_LITERALS), words: words.slice(0, MOST_CUT_WORDS) },
  ];
}

function pairsOf<A, B>(as: readonly A[], bs: readonly B[]): (readonly [A, B])[] {
  return as.flatMap((a) => bs.map((b) => [a, b] as const));
}

/** The terms that may stand at the end: the few that are right most often. */
function mostRight(rows: RowSet, candidates: readonly Candidate[]): readonly Candidate[] {
  return [...candidates].sort((a, b) => countBoth(rows, b.rows) - countBoth(rows, a.rows)).slice(0, 4);
}

function listWith(rows: RowSet, context: Context, otherwise: Candidate): Candidate {
  const { settings } = context;
  const cases: Scored[] = [];
  let open = rows;
  for (const candidates of context.isRarestFirst ? rarestFirst(rows, context, otherwise) : [context.candidates]) {
    while (cases.length < MOST_CASES && !settings.meter.isEmpty) {
      const next = bestCase(open, { ...context, candidates }, otherwise);
      if (next === undefined || next.saved <= 0) break;
      cases.push(next);
      open = without(open, next.rows);
    }
  }
  return prune(rows, cases, { ...context, otherwise });
}

/** Each answer but the last by itself, the rarest first: exceptions stand before what they are exceptions from. */
function rarestFirst(rows: RowSet, { candidates }: Context, otherwise: Candidate): Candidate[][] {
  return candidates
    .filter((one) => one !== otherwise && countBoth(rows, one.rows) > 0)
    .sort((a, b) => countBoth(rows, a.rows) - countBoth(rows, b.rows))
    .map((one) => [one]);
}

/** Leaves out cases while that makes the list shorter, errors counted. */
function prune(
  rows: RowSet,
  cases: readonly Scored[],
  context: Context & { readonly otherwise: Candidate },
): Candidate {
  const { settings, otherwise } = context;
  let kept = cases;
  let best = listOf(rows, kept, context);
  const cost = (list: Candidate): number => list.bits - settings.errorBits * countRows(list.rows);
  for (let k = kept.length - 1; k >= 0; k -= 1) {
    const fewer = kept.toSpliced(k, 1);
    const list = listOf(rows, fewer, { ...context, otherwise });
    settings.meter.spend(rows.length * kept.length);
    if (cost(list) >= cost(best)) continue;
    best = list;
    kept = fewer;
  }
  return best;
}

function listOf(
  rows: RowSet,
  cases: readonly Scored[],
  { settings, otherwise }: Context & { readonly otherwise: Candidate },
): Candidate {
  let open = rows;
  const right = rows.map(() => 0);
  for (const { rows: holds, gives } of cases) {
    for (let k = 0; k < right.length; k += 1) right[k]! |= open[k]! & holds[k]! & gives.rows[k]!;
    open = without(open, holds);
  }
  for (let k = 0; k < right.length; k += 1) right[k]! |= open[k]! & otherwise.rows[k]!;
  return {
    bits: cases.reduce((sum, { bits, gives }) => sum + settings.choiceBits + bits + gives.bits, otherwise.bits),
    rows: right,
    term: () => ({
      is: 'choice',
      cases: cases.map(({ literals, gives }) => ({ when: conjunction(literals), gives: gives.term() })),
      otherwise: otherwise.term(),
    }),
  };
}

function conjunction(literals: readonly Test[]): Term {
  return literals.map(({ entry }) => termOf(entry)).reduce((a, b) => ({ is: 'call', name: 'and', args: [a, b] }));
}

function bestCase(open: RowSet, context: Context, otherwise: Candidate): Scored | undefined {
  const { tests, settings } = context;
  const answers = answersOn(open, context.candidates, otherwise);
  let beam: Case[] = [{ literals: [], rows: open, bits: 0 }];
  let best: Scored | undefined;
  for (let length = 1; length <= LONGEST_CASE && beam.length > 0; length += 1) {
    const next: Scored[] = [];
    for (const made of beam) {
      const before = countRows(made.rows);
      for (const test of [...tests, ...cutsFor(made, context)]) {
        settings.meter.spend(open.length);
        const rows = both(made.rows, test.rows);
        const count = countRows(rows);
        if (count === 0 || count === before) continue;
        const bits = made.bits + test.entry.bits + (length > 1 ? AND_BITS : 0);
        score({ from: made, test, rows, bits, count }, answers, { ...settings, purity: context.purity }, next);
      }
      if (settings.meter.isEmpty) break;
    }
    for (const one of next) if (best === undefined || one.saved > best.saved) best = one;
    beam = bestOfEach(next.sort((a, b) => b.gain - a.gain));
  }
  return best;
}

/** Thresholds solved on the rows of a half-made case, for each answer that some of them have. */
function cutsFor({ rows }: Case, { candidates, words, settings: { n, meter } }: Context): readonly Test[] {
  const parts = candidates.map((one) => both(rows, one.rows)).filter((part) => !isEmpty(part));
  return parts.length > MOST_PARTS ? [] : cutTests(words, { rows, parts, n, meter });
}

/** The best half-made cases of each answer: one that is rare is not crowded out by one that is common. */
function bestOfEach(cases: readonly Scored[]): Case[] {
  const kept = new Map<Candidate, Scored[]>();
  for (const one of cases) {
    const own = kept.get(one.gives) ?? [];
    if (own.length >= BEAM || own.some((other) => other.gain === one.gain && isEmpty(without(one.rows, other.rows))))
      continue;
    kept.set(one.gives, [...own, one]);
  }
  return [...kept.values()].flat();
}

/** The answers that a case may give, with the share of the open rows that have them. */
interface Answers {
  readonly otherwise: Candidate;
  readonly each: readonly { readonly gives: Candidate; readonly share: number }[];
}

function answersOn(open: RowSet, candidates: readonly Candidate[], otherwise: Candidate): Answers {
  const total = countRows(open);
  const each = candidates
    .filter((gives) => gives !== otherwise)
    .map((gives) => ({ gives, share: countBoth(open, gives.rows) / total }));
  return { otherwise, each };
}

interface HalfMade {
  readonly from: Case;
  readonly test: Test;
  readonly rows: RowSet;
  readonly bits: number;
  readonly count: number;
}

/** What a case is worth with each answer that it may give. */
// oxlint-disable-next-line max-params -- the case, the answers, what errors and choices cost, and where the scores go
function score(
  { from, test, rows, bits, count }: HalfMade,
  { otherwise, each }: Answers,
  { errorBits, choiceBits, purity }: Pick<TreeSettings, 'errorBits' | 'choiceBits'> & { readonly purity: number },
  into: Scored[],
): void {
  const wrongNow = count - countBoth(rows, otherwise.rows);
  for (const { gives, share } of each) {
    const right = countBoth(rows, gives.rows);
    if (right === 0) continue;
    const saved = errorBits * (wrongNow - purity * (count - right)) - bits - gives.bits - choiceBits;
    const gain = right * Math.log2(right / count / share);
    into.push({ literals: [...from.literals, test], rows, bits, gives, saved, gain });
  }
}
