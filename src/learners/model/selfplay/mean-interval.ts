import { type Interval, mean, variance } from '#foundation/statistics';
import { quantileOfT } from '#foundation/statistics/distributions';

/**
 * A mean with its 95 % interval x̄ ± t √(s²/n); of fewer than two values nothing is known.
 *
 * @source Student 1908
 */
export function meanInterval(values: readonly number[]): Interval & { readonly level: number } {
  if (values.length < 2) return { level: values[0] ?? 0, low: 0, high: 1 };
  const level = mean(values);
  const reach = quantileOfT(0.95, values.length - 1) * Math.sqrt(variance(values) / values.length);
  return { level, low: level - reach, high: level + reach };
}

/** How much a mean rose from the first part of a run to the last, with its interval. */
export type Rise = {
  readonly first: number;
  readonly last: number;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
};

/**
 * How much higher the mean of one sample is than that of another, with its 95 % interval.
 *
 * @source Welch 1947, with the smaller sample's degrees of freedom, which only widens it
 */
export function riseInterval(
  before: readonly number[],
  after: readonly number[],
): Interval & { readonly difference: number } {
  if (before.length < 2 || after.length < 2) return { difference: 0, low: -1, high: 1 };
  const difference = mean(after) - mean(before);
  const error = Math.sqrt(variance(before) / before.length + variance(after) / after.length);
  const reach = quantileOfT(0.95, Math.min(before.length, after.length) - 1) * error;
  return { difference, low: difference - reach, high: difference + reach };
}
