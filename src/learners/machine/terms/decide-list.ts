import type { Candidate } from './candidate.ts';
import type { Test, TreeSettings } from './decide-tree.ts';
import { both, countBoth, countRows, isEmpty, type RowSet, without } from './row-set.ts';
import { termOf } from './space.ts';
import type { Term } from './term.ts';

/** Tests that a case may join, cheapest first; how many it may join; and how many half-made cases are kept. */
const MOST_LITERALS = 400;
const LONGEST_CASE = 5;
const BEAM = 6;
const AND_BITS = 1;
const MOST_CASES = 64;

interface Case {
  readonly literals: readonly Test[];
  readonly rows: RowSet;
  readonly bits: number;
}

interface Scored extends Case {
  readonly then: Candidate;
  /** Bits saved on the rows that are open: errors of the rest, less what the case costs. */
  readonly saved: number;
}

/**
 * A list of cases, each a conjunction of tests, of small description length: the case that saves most bits on the rows still open comes next, and
 * the list ends when none saves any.
 *
 * @source sequential covering with a beam: Clark & Niblett 1989 (CN2); the stop by description length: Cohen 1995 (RIPPER)
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
  for (const otherwise of mostRight(rows, candidates)) {
    const list = listWith(rows, { candidates, tests: literalsOf(tests), settings }, otherwise);
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
}

function literalsOf(tests: readonly Test[]): readonly Test[] {
  return tests.slice(0, MOST_LITERALS);
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
  const right = both(open, otherwise.rows);
  let taken = rows;
  for (const { rows: holds, then } of cases) {
    const here = both(taken, holds);
    for (let k = 0; k < right.length; k += 1) right[k]! |= here[k]! & then.rows[k]!;
    taken = without(taken, holds);
  }
  return {
    bits: cases.reduce((sum, { bits, then }) => sum + settings.choiceBits + bits + then.bits, otherwise.bits),
    rows: right,
    term: () => ({
      is: 'choice',
      cases: cases.map(({ literals, then }) => ({ when: conjunction(literals), then: then.term() })),
      otherwise: otherwise.term(),
    }),
  };
}

function conjunction(literals: readonly Test[]): Term {
  return literals
    .map(({ entry }) => termOf(entry))
    .reduce((a, b) => ({ is: 'call', name: 'and', args: [a, b] }));
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
        settings.meter.spend(2 * open.length);
        const rows = both(made.rows, test.rows);
        const count = countRows(rows);
        if (count === 0 || count === countRows(made.rows)) continue;
        const bits = made.bits + test.entry.bits + (length > 1 ? AND_BITS : 0);
        const scored = score({ literals: [...made.literals, test], rows, bits }, terms, { settings, otherwise });
        if (scored !== undefined) next.push(scored);
      }
      if (settings.meter.isEmpty) break;
    }
    next.sort((a, b) => b.saved - a.saved);
    if (next[0] !== undefined && (best === undefined || next[0].saved > best.saved)) best = next[0];
    beam = distinct(next);
  }
  return best;
}

function distinct(cases: readonly Scored[]): Case[] {
  const kept: Scored[] = [];
  for (const one of cases) {
    if (kept.some((other) => other.saved === one.saved && isEmpty(without(one.rows, other.rows)))) continue;
    kept.push(one);
    if (kept.length === BEAM) break;
  }
  return kept;
}

function score(
  made: Case,
  terms: readonly Candidate[],
  { settings, otherwise }: { readonly settings: TreeSettings; readonly otherwise: Candidate },
): Scored | undefined {
  let best: Scored | undefined;
  const count = countRows(made.rows);
  const wrongNow = count - countBoth(made.rows, otherwise.rows);
  for (const then of terms) {
    if (then === otherwise) continue;
    const wrong = count - countBoth(made.rows, then.rows);
    const saved = settings.errorBits * (wrongNow - wrong) - made.bits - then.bits - settings.choiceBits;
    if (best === undefined || saved > best.saved) best = { ...made, then, saved };
  }
  return best;
}
