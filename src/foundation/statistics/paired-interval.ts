import { inverseIncompleteBeta } from './distributions/incomplete-beta.ts';
import type { Interval } from './interval.ts';
import { requireInside, requireSample, requireWithin } from './require-sample.ts';

/**
 * The interval of a mean of paired differences dᵢ in [−1, 1]; on a finite sample it always has a width.
 *
 *     w = Σ max(0, dᵢ),  l = Σ max(0, −dᵢ),  α = (1 − confidence) / 2 on either side
 *     L = B⁻¹(α/2; w, n − w + 1),  U(β) = B⁻¹(1 − β; l + 1, n − l)
 *     low = L − U(α/2)                            where L ≥ 1/n
 *         = min(−U(α), 1/n − U(α/2))              elsewhere;   high likewise with the sides changed
 *
 * p is the mean gain where there is one, q the mean loss. A pair (p, q) is left out where the gains seen are too many for p at error
 * a(p) = α/2 · min(1, np), or the losses too few for q at α − a(p): together at most α, whatever p and q are. Without gains all the error
 * is the losses'. `low` is the least p − q of the pairs left, and between 0 and 1/n that is at an end, for U is convex in β.
 * Graded differences spread less than a coin of the same mean.
 *
 * @source Clopper & Pearson 1934 for each part; Bonferroni over the two, with weights that may differ from point to point
 */
export function pairedInterval(differences: readonly number[], confidence: number): Interval {
  requireSample(differences, 'the differences');
  requireInside(confidence, 0, 1, 'the confidence');
  for (const value of differences) requireWithin(value, -1, 1, 'a difference');
  const n = differences.length;
  const gained = differences.reduce((sum, value) => sum + Math.max(0, value), 0);
  const lost = differences.reduce((sum, value) => sum + Math.max(0, -value), 0);
  const alpha = (1 - confidence) / 2;
  return { low: leastGain(gained, lost, n, alpha), high: 0 - leastGain(lost, gained, n, alpha) };
}

function leastGain(gained: number, lost: number, n: number, alpha: number): number {
  const least = gained === 0 ? 0 : inverseIncompleteBeta(alpha / 2, gained, n - gained + 1);
  const most = (error: number): number => (lost >= n ? 1 : inverseIncompleteBeta(1 - error, lost + 1, n - lost));
  if (least >= 1 / n) return least - most(alpha / 2);
  return Math.min(0 - most(alpha), 1 / n - most(alpha / 2));
}
