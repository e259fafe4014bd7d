import type { Rng } from '#kernel';
import { requireSample, requireWhole } from './require-sample.ts';
import type { Alternative } from './sign-test.ts';

export interface PermutationOptions {
  readonly alternative: Alternative;
  /** Up to this many non-zero differences every sign pattern is tried; 16 unless told. */
  readonly exactUpTo?: number;
  /** Random sign patterns beyond that; 9999 unless told. */
  readonly resamples?: number;
}

export interface PermutationResult {
  readonly pValue: number;
  readonly method: 'exact' | 'monte-carlo';
  /** Sign patterns looked at, the observed one included. */
  readonly patterns: number;
}

/**
 * How often random signs give paired differences a sum at least as extreme as the observed one.
 *
 *     exact:        #{s ∈ {±1}ⁿ : Σ sᵢ|dᵢ| ≥ Σ dᵢ} / 2ⁿ
 *     Monte Carlo:  (1 + hits) / (1 + resamples), valid because the observed pattern is itself one draw
 *
 * The two-sided form compares absolute sums. Zero differences change no sum and are dropped.
 *
 * @source Fisher 1935, The Design of Experiments §21; Phipson & Smyth 2010 for the +1
 */
export function pairedPermutationTest(
  differences: readonly number[],
  options: PermutationOptions,
  rng: Rng,
): PermutationResult {
  const { alternative, exactUpTo = 16, resamples = 9999 } = options;
  requireSample(differences, 'pairedPermutationTest');
  requireWhole(exactUpTo, 0, 24, 'exactUpTo');
  requireWhole(resamples, 1, 1e9, 'resamples');
  const sizes = differences.filter((d) => d !== 0).map(Math.abs);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  // Equal sums reached in different orders differ by rounding; counting them as ties can only raise p.
  const slack = total * sizes.length * Number.EPSILON;
  const statistic = (sum: number): number =>
    alternative === 'two-sided' ? Math.abs(sum) : alternative === 'less' ? -sum : sum;
  const observed = statistic(differences.reduce((sum, d) => sum + d, 0)) - slack;
  const isHit = (sum: number): boolean => statistic(sum) >= observed;

  if (sizes.length <= exactUpTo) {
    const patterns = 2 ** sizes.length;
    return { pValue: countAll(sizes, isHit) / patterns, method: 'exact', patterns };
  }
  let hits = 1;
  for (let i = 0; i < resamples; i += 1) if (isHit(randomSum(sizes, rng))) hits += 1;
  return { pValue: hits / (resamples + 1), method: 'monte-carlo', patterns: resamples + 1 };
}

function countAll(sizes: readonly number[], isHit: (sum: number) => boolean): number {
  const descend = (at: number, sum: number): number =>
    at === sizes.length ? Number(isHit(sum)) : descend(at + 1, sum + sizes[at]!) + descend(at + 1, sum - sizes[at]!);
  return descend(0, 0);
}

function randomSum(sizes: readonly number[], rng: Rng): number {
  let sum = 0;
  let bits = 0;
  for (let i = 0; i < sizes.length; i += 1) {
    if (i % 32 === 0) bits = rng.uint32();
    sum += (bits & 1) === 1 ? sizes[i]! : -sizes[i]!;
    bits >>>= 1;
  }
  return sum;
}
