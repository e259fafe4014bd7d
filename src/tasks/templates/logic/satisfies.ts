import { onesOf } from '#foundation/kernel';
import type { Clause } from './clause-set.ts';

/**
 * An assignment that satisfies every clause, as a mask with bit v − 1 set where variable v is true; `undefined` if there is
 * none. `trueMask` and `falseMask` are assumed. At most 31 variables.
 *
 * Unit propagation over clauses kept as two bit masks, then a branch on a variable of a shortest open clause.
 *
 * @source Davis, Logemann & Loveland 1962
 */
export function satisfy(clauses: ClauseMasks, trueMask = 0, falseMask = 0): number | undefined {
  const { positive, negative } = clauses;
  let yes = trueMask;
  let no = falseMask;
  let branch = 0;
  for (let changed = true; changed;) {
    changed = false;
    branch = 0;
    let shortest = 32;
    for (let i = 0; i < positive.length; i += 1) {
      if ((positive[i]! & yes) !== 0 || (negative[i]! & no) !== 0) continue;
      const up = positive[i]! & ~no;
      const down = negative[i]! & ~yes;
      const open = up | down;
      if (open === 0) return undefined;
      if ((open & (open - 1)) === 0) {
        yes |= up;
        no |= down;
        changed = true;
        continue;
      }
      const length = onesOf(open);
      if (length < shortest) {
        shortest = length;
        branch = open & -open;
      }
    }
  }
  if (branch === 0) return yes;
  return satisfy(clauses, yes | branch, no) ?? satisfy(clauses, yes, no | branch);
}

/** The variables of each clause that stand in it plain and negated. */
export interface ClauseMasks {
  readonly positive: Int32Array;
  readonly negative: Int32Array;
}

export function masksOf(clauses: readonly Clause[]): ClauseMasks {
  const positive = new Int32Array(clauses.length);
  const negative = new Int32Array(clauses.length);
  for (let i = 0; i < clauses.length; i += 1) {
    for (const literal of clauses[i]!) {
      if (literal > 0) positive[i]! |= 1 << (literal - 1);
      else negative[i]! |= 1 << (-literal - 1);
    }
  }
  return { positive, negative };
}
