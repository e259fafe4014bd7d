import { Fault, type Rng } from '#foundation/kernel';
import type { Interval } from './interval.ts';
import { normalCdf, normalQuantile } from './distributions/normal.ts';
import { requireInside, requireWhole } from './require-sample.ts';
import { mean, quantileOfSorted } from './summary.ts';

export interface BootstrapOptions {
  readonly confidence: number;
  /** BCa corrects for bias and skewness; percentile is the plain one. BCa unless told. */
  readonly method?: 'bca' | 'percentile';
  /** 2000 unless told. */
  readonly resamples?: number;
}

/**
 * An interval for any statistic, from samples drawn with replacement out of the sample. The unit drawn is one
 * element of `sample`: give tasks, not repeats; give pairs to keep them together.
 *
 *     percentile:  quantiles α/2 and 1 − α/2 of the resampled statistics
 *     BCa:         quantiles Φ(z₀ + (z₀ + z)/(1 − a(z₀ + z))) with z = Φ⁻¹(α/2), Φ⁻¹(1 − α/2)
 *
 * z₀ = Φ⁻¹(share of resampled statistics below the observed one, ties half), a = `acceleration`.
 *
 * @source Efron 1987, Better Bootstrap Confidence Intervals; Efron & Tibshirani 1993, chapter 14
 */
export function bootstrapInterval<T>(
  sample: readonly T[],
  statistic: (sample: readonly T[]) => number,
  options: BootstrapOptions,
  rng: Rng,
): Interval {
  const { confidence, method = 'bca', resamples = 2000 } = options;
  requireInside(confidence, 0, 1, 'the confidence');
  requireWhole(resamples, 1, 1e9, 'resamples');
  const least = method === 'bca' ? 2 : 1;
  if (sample.length < least) {
    throw new Fault('kernel/bad-sample', `a ${method} bootstrap needs ${least} observations, got ${sample.length}`);
  }
  const observed = finite(statistic(sample));
  const replicates = new Float64Array(resamples);
  const drawn = [...sample];
  for (let i = 0; i < resamples; i += 1) {
    for (let j = 0; j < drawn.length; j += 1) drawn[j] = rng.pick(sample);
    replicates[i] = finite(statistic(drawn));
  }
  replicates.sort();
  const tail = (1 - confidence) / 2;
  if (method === 'percentile') {
    return { low: quantileOfSorted(replicates, tail), high: quantileOfSorted(replicates, 1 - tail) };
  }
  const bias = biasCorrection(replicates, observed);
  const skew = acceleration(sample, statistic);
  const at = (z: number): number =>
    quantileOfSorted(replicates, normalCdf(bias + (bias + z) / (1 - skew * (bias + z))));
  return { low: at(normalQuantile(tail)), high: at(normalQuantile(1 - tail)) };
}

/**
 * The acceleration of BCa: a sixth of the skewness of the jackknife values θ₍ᵢ₎ about their mean.
 *
 *     a = Σ (θ̄ − θ₍ᵢ₎)³ / (6 (Σ (θ̄ − θ₍ᵢ₎)²)^1.5),   0 when the statistic never moves
 */
export function acceleration<T>(sample: readonly T[], statistic: (sample: readonly T[]) => number): number {
  const left = sample.map((_, i) => finite(statistic(sample.toSpliced(i, 1))));
  const centre = mean(left);
  let squares = 0;
  let cubes = 0;
  for (const value of left) {
    squares += (centre - value) ** 2;
    cubes += (centre - value) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/** Kept half a replicate away from 0 and 1, where Φ⁻¹ is infinite. */
function biasCorrection(replicates: Float64Array, observed: number): number {
  let below = 0;
  for (const value of replicates) below += value < observed ? 1 : value === observed ? 0.5 : 0;
  const edge = 0.5 / replicates.length;
  return normalQuantile(Math.min(1 - edge, Math.max(edge, below / replicates.length)));
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new Fault('kernel/bad-sample', `the bootstrapped statistic is ${value}`, { details: { value } });
}
