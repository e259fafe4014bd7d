import { type Interval, mean, pearson, variance } from '#foundation/statistics';
import { quantileOfT } from '#foundation/statistics/distributions';

/** Whether a judge still says what it said of a fixed set of answers. */
export interface DriftReport {
  /** Mean score now − mean score then. */
  readonly shift: number;
  readonly interval: Interval;
  /** Correlation of the mean scores, then and now; undefined where either is constant. */
  readonly correlation: number | undefined;
  readonly hasDrifted: boolean;
}

interface DriftLimits {
  /** A shift is drift when its interval lies beyond this on one side. */
  readonly shift?: number;
  /** So is a correlation below this. */
  readonly correlation?: number;
  readonly confidence?: number;
}

/**
 * Drift on a calibration set judged at the start and again now; `then[i]` and `now[i]` are the passes over item i.
 *
 *     dᵢ = x̄ᵢ(now) − x̄ᵢ(then),   shift = d̄ ± t √(Var(d) / n)       the unit is the item
 *
 * A correlation is asked for only where the scores of then differ between items at all.
 *
 * @source paired t interval, Student 1908
 */
export function measureDrift(
  then: readonly (readonly number[])[],
  now: readonly (readonly number[])[],
  limits: DriftLimits = {},
): DriftReport | undefined {
  const { shift: most = 0.05, correlation: least = 0.7, confidence = 0.95 } = limits;
  const items = then.flatMap((scores, i) => {
    const later = now[i] ?? [];
    return scores.length === 0 || later.length === 0 ? [] : [{ before: mean(scores), after: mean(later) }];
  });
  if (items.length < 3) return undefined;
  const differences = items.map((item) => item.after - item.before);
  const shift = mean(differences);
  const reach = quantileOfT(confidence, items.length - 1) * Math.sqrt(variance(differences) / items.length);
  const first = items.map((item) => item.before);
  const second = items.map((item) => item.after);
  const varies = (scores: readonly number[]): boolean => variance(scores) > 1e-6;
  // A judge that told items apart and now gives all the same score has drifted as far as it can.
  const correlation = varies(first) ? (varies(second) ? pearson(first, second) : 0) : undefined;
  const interval = { low: shift - reach, high: shift + reach };
  const hasShifted = interval.low > most || interval.high < -most;
  return { shift, interval, correlation, hasDrifted: hasShifted || (correlation !== undefined && correlation < least) };
}
