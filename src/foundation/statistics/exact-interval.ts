import { inverseIncompleteBeta } from './distributions/incomplete-beta.ts';
import type { Interval } from './interval.ts';
import { requireInside, requireWhole } from './require-sample.ts';

/**
 * The exact interval for a proportion: every p that neither one-sided binomial test at (1 − confidence) / 2 rejects.
 *
 *     low = B⁻¹(α/2; k, n − k + 1),   high = B⁻¹(1 − α/2; k + 1, n − k)
 *
 * It covers at least as often as it says, at every p.
 *
 * @source Clopper & Pearson 1934
 */
export function exactInterval(successes: number, n: number, confidence: number): Interval {
  requireWhole(n, 1, Number.MAX_SAFE_INTEGER, 'the number of trials');
  requireWhole(successes, 0, n, 'the number of successes');
  requireInside(confidence, 0, 1, 'the confidence');
  const tail = (1 - confidence) / 2;
  return {
    low: successes === 0 ? 0 : inverseIncompleteBeta(tail, successes, n - successes + 1),
    high: successes === n ? 1 : inverseIncompleteBeta(1 - tail, successes + 1, n - successes),
  };
}
