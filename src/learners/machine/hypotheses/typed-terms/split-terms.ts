import type { Meter } from '../meter.ts';
import type { Judge } from './term-judge.ts';
import type { TermPool } from './term-pool.ts';
import type { NumberTerm } from './typed-term.ts';

/** Terms and tests that cases are made of, right answers that they are made from, and cases under cases. */
const MOST_LEAVES = 1500;
const MOST_TESTS = 700;
const MOST_HITS = 128;
const MOST_DEPTH = 3;
/** Right answers that a case must be right about: fewer would be learnt by heart. */
const LEAST_CASE = 4;
const MOST_TRIED = 24;

interface Leaf {
  readonly term: NumberTerm;
  readonly right: Uint8Array;
}

interface Test {
  readonly term: NumberTerm;
  readonly holds: Uint8Array;
}

/**
 * Cases: a test, and a term for each of its outcomes, under each other. The test is the one whose two best terms are right most often.
 *
 * @source divide and conquer: Alur, Radhakrishna and Udupa 2017, Scaling enumerative program synthesis
 */
export function* splitTerms(
  pool: TermPool,
  judge: Judge,
  { meter, effort }: { readonly meter: Meter; readonly effort: number },
): Generator<undefined, NumberTerm | undefined, void> {
  const size = Math.min(MOST_HITS, judge.right.length);
  const begun = meter.total;
  const isSpent = (): boolean => meter.total - begun > effort;
  if (size < 4 * LEAST_CASE) return undefined;
  const kept = leavesOf(pool, judge, size, meter);
  const tests = testsOf(pool, judge, size, meter);
  yield undefined;
  const solve = function* (among: Uint8Array, depth: number): Generator<undefined, NumberTerm | undefined, void> {
    const total = count(among);
    const best = bestOf(kept, among);
    if (best !== undefined && best.hits === total) return best.term;
    if (depth === 0 || total < 2 * LEAST_CASE || isSpent()) return undefined;
    const splits: { readonly test: Test; readonly hits: number }[] = [];
    for (const test of tests) {
      if (isSpent()) return undefined;
      const yes = among.map((one, i) => one & test.holds[i]!);
      const inside = count(yes);
      if (inside < LEAST_CASE || total - inside < LEAST_CASE) continue;
      meter.spend(kept.length * 4);
      const no = among.map((one, i) => one & (1 - test.holds[i]!));
      splits.push({ test, hits: (bestOf(kept, yes)?.hits ?? 0) + (bestOf(kept, no)?.hits ?? 0) });
    }
    yield undefined;
    splits.sort((a, b) => b.hits - a.hits);
    for (const { test } of splits.slice(0, depth === MOST_DEPTH ? MOST_TRIED : 4)) {
      const yes = yield* solve(
        among.map((one, i) => one & test.holds[i]!),
        depth - 1,
      );
      if (yes === undefined) continue;
      const no = yield* solve(
        among.map((one, i) => one & (1 - test.holds[i]!)),
        depth - 1,
      );
      if (no === undefined) continue;
      const term: NumberTerm = { kind: 'if', test: test.term, yes, no };
      if (depth < MOST_DEPTH || judge.accepts(term)) return term;
    }
    return undefined;
  };
  return yield* solve(new Uint8Array(size).fill(1), MOST_DEPTH);
}

function bestOf(
  leaves: readonly Leaf[],
  among: Uint8Array,
): { readonly term: NumberTerm; readonly hits: number } | undefined {
  let best: { term: NumberTerm; hits: number } | undefined;
  for (const { term, right } of leaves) {
    let hits = 0;
    for (let i = 0; i < among.length; i += 1) hits += right[i]! & among[i]!;
    if (best === undefined || hits > best.hits) best = { term, hits };
  }
  return best;
}

function count(bits: Uint8Array): number {
  let sum = 0;
  for (const bit of bits) sum += bit;
  return sum;
}

/** Terms that are right somewhere, those that are so most often. */
function leavesOf(pool: TermPool, judge: Judge, size: number, meter: Meter): Leaf[] {
  const leaves: Leaf[] = [];
  for (const { term, values } of pool.numbers) {
    // Only what is right somewhere on the examples that terms were told apart by.
    if (leaves.length >= MOST_LEAVES || !values.some((value, i) => value === judge.right[i])) continue;
    const all = judge.all.number(term);
    meter.spend(size);
    leaves.push({ term, right: Uint8Array.from({ length: size }, (_, i) => Number(all[i] === judge.right[i])) });
  }
  leaves.sort((a, b) => count(b.right) - count(a.right));
  return leaves.slice(0, MOST_LEAVES / 5);
}

/** Tests that tell the right answers apart in different ways. */
function testsOf(pool: TermPool, judge: Judge, size: number, meter: Meter): Test[] {
  const tests = new Map<string, Test>();
  for (const { term, sort } of pool.numbers) {
    if (tests.size >= MOST_TESTS) break;
    if (sort !== 'test') continue;
    const all = judge.all.number(term);
    const holds = Uint8Array.from({ length: size }, (_, i) => Number(all[i] !== 0));
    meter.spend(size);
    if (!tests.has(holds.join(''))) tests.set(holds.join(''), { term, holds });
  }
  return [...tests.values()];
}
