import { Fault } from '#foundation/kernel';
import { requireSample, requireWithin } from './require-sample.ts';

/** The arithmetic mean. */
export function mean(sample: readonly number[]): number {
  requireSample(sample, 'mean');
  let sum = 0;
  for (const x of sample) sum += x;
  return sum / sample.length;
}

/** The unbiased variance Σ(x − x̄)² / (n − 1), in two passes; one observation has none. */
export function variance(sample: readonly number[]): number {
  requireSample(sample, 'variance', 2);
  const centre = mean(sample);
  let sum = 0;
  for (const x of sample) sum += (x - centre) ** 2;
  return sum / (sample.length - 1);
}

/** The middle value, or the mean of the two middle ones. */
export function median(sample: readonly number[]): number {
  return quantile(sample, 0.5);
}

/**
 * The p-quantile by linear interpolation between order statistics x₁ ≤ … ≤ xₙ.
 *
 *     h = (n − 1) p,   x₁₊⌊h⌋ + (h − ⌊h⌋)(x₂₊⌊h⌋ − x₁₊⌊h⌋)
 *
 * @source Hyndman & Fan 1996, type 7, the default of R
 */
export function quantile(sample: readonly number[], p: number): number {
  requireSample(sample, 'quantile');
  requireWithin(p, 0, 1, 'the probability of quantile');
  return quantileOfSorted(Float64Array.from(sample).sort(), p);
}

/** `quantile` for a sample already in ascending order. */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number {
  const h = (sorted.length - 1) * p;
  const at = Math.floor(h);
  const lower = sorted[at]!;
  const upper = sorted[Math.min(at + 1, sorted.length - 1)]!;
  return lower + (h - at) * (upper - lower);
}

/** exp of the mean logarithm, for numbers ≥ 0; one zero makes it zero. */
export function geometricMean(sample: readonly number[]): number {
  requireSample(sample, 'geometricMean');
  let sum = 0;
  for (const x of sample) {
    if (x < 0) throw new Fault('kernel/bad-range', `no geometric mean with ${x}`, { details: { value: x } });
    sum += Math.log(x);
  }
  return Math.exp(sum / sample.length);
}
