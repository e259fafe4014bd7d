import type { Interval } from './interval.ts';
import { mean } from './summary.ts';
import { wilsonInterval } from './wilson-interval.ts';

/**
 * The difference of two means of scores in [0, 1], with an interval that stays honest for a handful of scores:
 *
 *     d − √((p − l)² + (u′ − p′)²)  to  d + √((u − p)² + (p′ − l′)²),   d = p − p′
 *
 * where [l, u] and [l′, u′] are Wilson's intervals. Scores between 0 and 1 vary less than successes of the same mean, so it is
 * wide enough for them too; their sum is rounded to whole successes.
 *
 * @source Newcombe 1998, interval estimation for the difference between independent proportions, method 10
 */
export function differenceInterval(
  first: readonly number[],
  second: readonly number[],
  confidence: number,
): Interval & { readonly difference: number } {
  const [p, q] = [mean(first), mean(second)];
  const [a, b] = [first, second].map((scores) =>
    wilsonInterval(Math.round(mean(scores) * scores.length), scores.length, confidence),
  );
  const difference = p - q;
  const below = Math.hypot(Math.max(0, p - a!.low), Math.max(0, b!.high - q));
  const above = Math.hypot(Math.max(0, a!.high - p), Math.max(0, q - b!.low));
  return { difference, low: Math.max(-1, difference - below), high: Math.min(1, difference + above) };
}
