import type { Candidate, Test } from './candidate.ts';
import { leafBits } from './grammar.ts';
import type { Meter } from './meter.ts';
import { both, covers, isEmpty, type RowSet, rowSetKey, without } from './row-set.ts';
import { termOf } from './entry.ts';

/** Tests that are looked at, cheapest first. */
const MOST_TESTS = 2000;

/**
 * The cheapest `if test: one, otherwise other` that gives the target on all rows: divide and conquer over terms that are right on some.
 *
 * @source Alur, Radhakrishna & Udupa 2017, Scaling enumerative program synthesis via divide and conquer (EUSolver)
 */
export function decide(
  rows: RowSet,
  candidates: readonly Candidate[],
  tests: readonly Test[],
  meter: Meter,
): Candidate | undefined {
  const memo = new Map<number | string, Candidate | undefined>();
  const cheapest = (part: RowSet): Candidate | undefined => {
    const key = rowSetKey(part);
    if (memo.has(key)) return memo.get(key);
    let found: Candidate | undefined;
    for (const candidate of candidates) {
      meter.spend(part.length);
      if (covers(candidate.rows, part)) {
        found = candidate;
        break;
      }
    }
    memo.set(key, found);
    return found;
  };
  let best: Candidate | undefined;
  for (const test of tests.slice(0, MOST_TESTS)) {
    if (meter.isEmpty) break;
    const holds = both(rows, test.rows);
    meter.spend(rows.length + 32);
    const fails = without(rows, holds);
    if (isEmpty(holds) || isEmpty(fails)) continue;
    const then = cheapest(holds);
    const otherwise = then && cheapest(fails);
    if (then === undefined || otherwise === undefined) continue;
    const bits = leafBits.choice + test.entry.bits + then.bits + otherwise.bits;
    if (best !== undefined && best.bits <= bits) continue;
    best = {
      bits,
      rows,
      term: () => ({
        is: 'choice',
        cases: [{ when: termOf(test.entry), gives: then.term() }],
        otherwise: otherwise.term(),
      }),
    };
  }
  return best;
}
