import type { Candidate } from './candidate.ts';
import type { Test, TreeSettings } from './decide-tree.ts';
import { both, countBoth, countRows, isEmpty, type RowSet, without } from './row-set.ts';
import { termOf } from './space.ts';
import type { Term } from './term.ts';

/** Tests that a case may join, cheapest first; how many it may join; and how many half-made cases are kept. */
const MOST_LITERALS = 128;
const LONGEST_CASE = 5;
const BEAM = 4;
const PURITIES = [1, 2, 4] as const;
const AND_BITS = 1;
const MOST_CASES = 64;

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
  for (const [otherwise, purity] of pairsOf(mostRight(rows, candidates), PURITIES)) {
    if (settings.meter.isEmpty) break;
    const list = listWith(rows, { candidates, tests: tests.slice(0, MOST_LITERALS), settings, purity }, otherwise);
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
  readonly settings: TreeSettings;
  /** How often an error counts while a case is made: greed for many rows hides cases that are right on all of theirs. */
  readonly purity: number;
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
  while (cases.length < MOST_CASES && !settings.meter.isEmpty) {
    const next = bestCase(open, context, otherwise);
    if (next === undefined || next.saved <= 0) break;
    cases.push(next);
    open = without(open, next.rows);
  }
  return prune(rows, cases, { ...context, otherwise });
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
  const terms = context.candidates;
  let beam: Case[] = [{ literals: [], rows: open, bits: 0 }];
  let best: Scored | undefined;
  for (let length = 1; length <= LONGEST_CASE && beam.length > 0; length += 1) {
    const next: Scored[] = [];
    for (const made of beam) {
      for (const test of tests) {
        settings.meter.spend(open.length);
        const rows = both(made.rows, test.rows);
        const count = countRows(rows);
        if (count === 0 || count === countRows(made.rows)) continue;
        const bits = made.bits + test.entry.bits + (length > 1 ? AND_BITS : 0);
        const scored = score({ literals: [...made.literals, test], rows, bits }, terms, {
          ...context,
          otherwise,
          open,
        });
        if (scored !== undefined) next.push(scored);
      }
      if (settings.meter.isEmpty) break;
    }
    for (const one of next) if (best === undefined || one.saved > best.saved) best = one;
    beam = distinct(next.sort((a, b) => b.gain - a.gain));
  }
  return best;
}

function distinct(cases: readonly Scored[]): Case[] {
  const kept: Scored[] = [];
  for (const one of cases) {
    if (kept.some((other) => other.gain === one.gain && isEmpty(without(one.rows, other.rows)))) continue;
    kept.push(one);
    if (kept.length === BEAM) break;
  }
  return kept;
}

function score(
  made: Case,
  terms: readonly Candidate[],
  { settings, purity, otherwise, open }: Context & { readonly otherwise: Candidate; readonly open: RowSet },
): Scored | undefined {
  let best: Scored | undefined;
  const count = countRows(made.rows);
  const wrongNow = count - countBoth(made.rows, otherwise.rows);
  for (const gives of terms) {
    if (gives === otherwise) continue;
    const wrong = count - countBoth(made.rows, gives.rows);
    const saved = settings.errorBits * (wrongNow - purity * wrong) - made.bits - gives.bits - settings.choiceBits;
    if (best !== undefined && saved <= best.saved) continue;
    const share = countBoth(open, gives.rows) / countRows(open);
    const right = count - wrong;
    best = { ...made, gives, saved, gain: right === 0 ? 0 : right * Math.log2(right / count / share) };
  }
  return best;
}
