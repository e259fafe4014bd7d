import type { Interval } from './interval.ts';
import { normalQuantile } from './distributions/normal.ts';
import { requireInside, requireWhole } from './require-sample.ts';

/**
 * Wilson's score interval for a proportion: the p that a normal test at this confidence would not reject.
 *
 *     (p̂ + z²/2n ± z √(p̂(1−p̂)/n + z²/4n²)) / (1 + z²/n),   p̂ = successes/n, z = Φ⁻¹((1 + confidence)/2)
 *
 * Coverage is right on average and can fall below the nominal one at some p.
 *
 * @source Wilson 1927; Newcombe 1998, method 3
 */
export function wilsonInterval(successes: number, n: number, confidence: number): Interval {
  requireWhole(n, 1, Number.MAX_SAFE_INTEGER, 'the number of trials');
  requireWhole(successes, 0, n, 'the number of successes');
  requireInside(confidence, 0, 1, 'the confidence');
  const z = normalQuantile((1 + confidence) / 2);
  const share = successes / n;
  const middle = share + (z * z) / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return {
    low: successes === 0 ? 0 : (middle - spread) / scale,
    high: successes === n ? 1 : (middle + spread) / scale,
  };
}
