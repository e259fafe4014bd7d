import type { Candidate, Test } from './candidate.ts';
import type { Meter } from './meter.ts';
import { bestNodeTest, TEST_WEIGHT } from './node-tests.ts';
import { both, countBoth, countRows, isEmpty, type RowSet, without } from './row-set.ts';
import { type Entry, termOf } from './entry.ts';

export interface TreeSettings {
  readonly meter: Meter;
  /** Bits that a row costs which the tree gets wrong. */
  readonly errorBits: number;
  /** Bits of a choice, beside its test and its terms. */
  readonly choiceBits: number;
  /** Words that a node may compare with a constant of its own. */
  readonly words: readonly Entry[];
  /** Rows in all. */
  readonly n: number;
}

/** Terms that may stand in one node: those that are right on most of its rows. */
const MOST_TERMS = 400;
const DEEPEST = 24;
/** What making a set costs beside its words. */
const SET_UNITS = 8;

/**
 * A tree of tests whose leaves are candidates, of small description length: tests are chosen by the information they give about which term is
 * right, and a split stays only when it pays for itself, so that a row which no short tree explains is an error and not a leaf.
 *
 * @source terms as labels, greedy cover and information gain: Alur, Radhakrishna & Udupa 2017 (EUSolver)
 * @source pruning by description length: Quinlan & Rivest 1989
 */
export function decideTree(
  rows: RowSet,
  candidates: readonly Candidate[],
  tests: readonly Test[],
  settings: TreeSettings,
): Candidate | undefined {
  if (candidates.length === 0) return undefined;
  return grow(rows, candidates, { tests, settings, fallback: candidates[0]! }, 0);
}

interface Context {
  /** What stands where no term is right. */
  readonly fallback: Candidate;
  readonly tests: readonly Test[];
  readonly settings: TreeSettings;
}

// oxlint-disable-next-line max-params -- rows, terms, what is the same for all nodes, and the depth
function grow(rows: RowSet, candidates: readonly Candidate[], context: Context, depth: number): Candidate {
  const { meter, errorBits } = context.settings;
  const total = countRows(rows);
  const useful = usefulOf(rows, candidates);
  meter.spend(candidates.length * (rows.length + SET_UNITS));
  const leaf = bestLeaf(useful, total, errorBits) ?? { ...context.fallback, rows: both(context.fallback.rows, rows) };
  if (countRows(leaf.rows) === total || depth >= DEEPEST || meter.isEmpty) return leaf;
  const parts = coverOf(rows, useful);
  meter.spend(parts.length * useful.length * rows.length);
  const test = bestTest(rows, parts, context);
  if (test === undefined) return leaf;
  const holds = both(rows, test.rows);
  const terms = useful.map(({ candidate }) => candidate);
  const then = grow(holds, terms, context, depth + 1);
  const otherwise = grow(without(rows, holds), terms, context, depth + 1);
  const bits = context.settings.choiceBits + test.entry.bits + then.bits + otherwise.bits;
  const right = then.rows.map((word, k) => word | otherwise.rows[k]!);
  const errors = total - countRows(right);
  if (bits + errorBits * errors >= leaf.bits + errorBits * (total - countRows(leaf.rows))) return leaf;
  return {
    bits,
    rows: right,
    term: () => ({
      is: 'choice',
      cases: [{ when: termOf(test.entry), gives: then.term() }],
      otherwise: otherwise.term(),
    }),
  };
}

interface Useful {
  readonly candidate: Candidate;
  readonly right: RowSet;
  readonly count: number;
}

function usefulOf(rows: RowSet, candidates: readonly Candidate[]): Useful[] {
  const useful: Useful[] = [];
  for (const candidate of candidates) {
    const right = both(rows, candidate.rows);
    const count = countRows(right);
    if (count > 0) useful.push({ candidate, right, count });
  }
  useful.sort((a, b) => b.count - a.count || a.candidate.bits - b.candidate.bits);
  // The rarest rows keep their terms: each term cut off must be one whose rows the others have too.
  if (useful.length <= MOST_TERMS) return useful;
  const kept = useful.slice(0, MOST_TERMS);
  const missed = rows.slice();
  for (const { right } of kept) for (let k = 0; k < missed.length; k += 1) missed[k]! &= ~right[k]!;
  for (const row of useful.slice(MOST_TERMS)) {
    if (isEmpty(both(missed, row.right))) continue;
    kept.push(row);
    for (let k = 0; k < missed.length; k += 1) missed[k]! &= ~row.right[k]!;
  }
  return kept;
}

function bestLeaf(useful: readonly Useful[], total: number, errorBits: number): Candidate | undefined {
  let best: Useful | undefined;
  let least = Infinity;
  for (const row of useful) {
    const cost = row.candidate.bits + errorBits * (total - row.count);
    if (cost >= least) continue;
    least = cost;
    best = row;
  }
  return best && { ...best.candidate, rows: best.right };
}

/** A greedy cover: each row belongs to the first term that takes it. */
function coverOf(rows: RowSet, useful: readonly Useful[]): RowSet[] {
  const parts: RowSet[] = [];
  let open = rows;
  while (!isEmpty(open) && parts.length < 32) {
    let best: RowSet | undefined;
    let most = 0;
    for (const { right } of useful) {
      const count = countBoth(open, right);
      if (count <= most) continue;
      most = count;
      best = right;
    }
    if (best === undefined) break;
    parts.push(both(open, best));
    open = without(open, best);
  }
  return parts;
}

function bestTest(rows: RowSet, parts: readonly RowSet[], { tests, settings }: Context): Test | undefined {
  const total = countRows(rows);
  let best: Test | undefined;
  let least = Infinity;
  for (const test of tests) {
    const inside = countBoth(rows, test.rows);
    if (inside === 0 || inside === total) continue;
    settings.meter.spend((parts.length + 2) * (rows.length + 2));
    let spread = xlogx(inside) + xlogx(total - inside);
    for (const part of parts) {
      const a = countBoth(part, test.rows);
      spread -= xlogx(a) + xlogx(countRows(part) - a);
    }
    const score = spread + TEST_WEIGHT * test.entry.bits;
    if (score >= least) continue;
    least = score;
    best = test;
  }
  const { words, n, meter } = settings;
  const solved = bestNodeTest(words, { rows, parts, n, meter });
  return solved !== undefined && solved.spread + TEST_WEIGHT * solved.test.entry.bits < least ? solved.test : best;
}

function xlogx(x: number): number {
  return x === 0 ? 0 : x * Math.log2(x);
}
