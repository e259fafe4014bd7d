import type { Interval } from '#foundation/statistics';

/**
 * A figure in [0, 1] with the interval in which it plausibly lies. What could not be measured has the value 0 and the interval
 * [0, 1]: nothing is trained on it, and nothing is claimed about it.
 *
 * @source own
 */
export interface Estimate extends Interval {
  readonly value: number;
}

export const unmeasured: Estimate = { value: 0, low: 0, high: 1 };

/** Clips value and bounds into [0, 1]; a shrunken value may lie outside its plain interval, which then grows to hold it. */
export function estimateOf(value: number, low: number, high: number): Estimate {
  const clip = (x: number): number => Math.min(1, Math.max(0, x));
  const inside = clip(value);
  return { value: inside, low: Math.min(inside, clip(low)), high: Math.max(inside, clip(high)) };
}
