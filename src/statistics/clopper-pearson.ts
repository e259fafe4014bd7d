import { inverseIncompleteBeta } from './incomplete-beta.ts';
import type { Interval } from './interval.ts';
import { requireInside, requireWhole } from './require-sample.ts';

/**
 * The exact interval for a proportion: covers the true one with at least the asked confidence, at every p and n.
 *
 *     P(X ≥ k | low) = P(X ≤ k | high) = (1 − confidence)/2
 *
 * and a binomial tail is an incomplete beta: P(X ≥ k | p) = I_p(k, n−k+1).
 *
 * @source Clopper & Pearson 1934
 */
export function clopperPearson(successes: number, n: number, confidence: number): Interval {
  requireWhole(n, 1, Number.MAX_SAFE_INTEGER, 'the number of trials');
  requireWhole(successes, 0, n, 'the number of successes');
  requireInside(confidence, 0, 1, 'the confidence');
  const tail = (1 - confidence) / 2;
  const failures = n - successes;
  return {
    low: successes === 0 ? 0 : inverseIncompleteBeta(tail, successes, failures + 1),
    high: failures === 0 ? 1 : 1 - inverseIncompleteBeta(tail, failures, successes + 1),
  };
}
