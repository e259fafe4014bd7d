import { type Interval, mean, variance } from '#foundation/statistics';
import { normalQuantile } from '#foundation/statistics/distributions';

/**
 * The mean gain per task with a plain interval for the reader, not for decisions.
 *
 *     d̄ ± z · √((s² + 1/n) / n),    z = Φ⁻¹(0.95)
 *
 * The 1/n keeps a few equal tasks from claiming certainty.
 *
 * @source Student 1908 in its normal form; the addend is one observation of size 1
 */
export function differenceInterval(differences: readonly number[]): {
  readonly gain: number;
  readonly interval: Interval;
} {
  const n = differences.length;
  if (n === 0) return { gain: 0, interval: { low: -1, high: 1 } };
  const gain = mean(differences);
  const spread = n > 1 ? variance(differences) : 1;
  const half = normalQuantile(0.95) * Math.sqrt((spread + 1 / n) / n);
  return { gain, interval: { low: Math.max(-1, gain - half), high: Math.min(1, gain + half) } };
}
