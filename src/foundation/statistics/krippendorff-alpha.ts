import { Fault } from '#foundation/kernel';
import { requireSample } from './require-sample.ts';

/** What differences between values mean: none but equality, order, distance, or ratio from a true zero. */
export type Measurement = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/**
 * Krippendorff's alpha: agreement among any number of raters, beyond what chance would give.
 *
 *     α = 1 − (n − 1) Σ o_ck δ²(c, k) / Σ n_c n_k δ²(c, k)
 *
 * `units` holds the values each unit got, null where a rater is missing; units with fewer than two say nothing.
 * o_ck counts the ordered pairs c, k within units, each weighted 1/(values in its unit − 1); n_c = Σ_k o_ck, n = Σ n_c.
 *
 * Undefined when every value is the same: constant raters show no agreement beyond chance, nor the lack of it.
 *
 * @source Krippendorff 2011, Computing Krippendorff's Alpha-Reliability
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | null)[])[],
  measurement: Measurement,
): number | undefined {
  const rated = units.map((unit) => unit.filter((value) => value !== null)).filter((unit) => unit.length > 1);
  const values = rated.flat();
  requireSample(values, 'krippendorffAlpha: values in units with two or more raters', 2);
  if (measurement === 'ratio') requireRatioScale(values);

  const scale = [...new Set(values)].sort((a, b) => a - b);
  const indexOf = new Map(scale.map((value, i) => [value, i]));
  const counts = scale.map(() => 0);
  for (const value of values) counts[indexOf.get(value)!]! += 1;
  const squared = squaredDistance(scale, counts, measurement);

  let observed = 0;
  for (const unit of rated) {
    const places = unit.map((value) => indexOf.get(value)!);
    let apart = 0;
    for (const a of places) for (const b of places) apart += squared(a, b);
    observed += apart / (unit.length - 1);
  }
  let expected = 0;
  for (const [a, left] of counts.entries()) {
    for (const [b, right] of counts.entries()) expected += left * right * squared(a, b);
  }
  return expected === 0 ? undefined : 1 - ((values.length - 1) * observed) / expected;
}

/**
 * δ² by position on the sorted scale.
 *
 *     nominal [c ≠ k] · interval (c−k)² · ratio ((c−k)/(c+k))² · ordinal (Σ_{g=c..k} n_g − (n_c + n_k)/2)²
 */
function squaredDistance(
  scale: readonly number[],
  counts: readonly number[],
  measurement: Measurement,
): (a: number, b: number) => number {
  if (measurement === 'nominal') return (a, b) => (a === b ? 0 : 1);
  if (measurement === 'interval') return (a, b) => (scale[a]! - scale[b]!) ** 2;
  if (measurement === 'ratio') {
    return (a, b) => (a === b ? 0 : ((scale[a]! - scale[b]!) / (scale[a]! + scale[b]!)) ** 2);
  }
  let passed = 0;
  const middles = counts.map((count) => (passed += count) - count / 2);
  return (a, b) => (middles[a]! - middles[b]!) ** 2;
}

function requireRatioScale(values: readonly number[]): void {
  const negative = values.find((value) => value < 0);
  if (negative !== undefined) {
    throw new Fault('kernel/bad-range', `a ratio scale has no ${negative}`, { details: { value: negative } });
  }
}
