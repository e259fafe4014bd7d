import type { Interval } from './interval.ts';
import { requireInside, requireWhole, requireWithin } from './require-sample.ts';

/** Bets stay below this share of what one observation could lose, so capital never reaches zero. */
const CAUTION = 0.5;

export interface ConfidenceSequenceOptions {
  /** Chance that the true mean is ever outside, over all time. */
  readonly alpha: number;
  /** Means tried are multiples of 1/resolution; bounds are rounded outwards to them. 1000 unless told. */
  readonly resolution?: number;
}

/** Intervals that all cover the mean together, however often one looks and whenever one stops. */
export interface ConfidenceSequence {
  /** Takes the next observation, in [0, 1]. */
  add(x: number): void;
  /** The means not yet ruled out; it never grows. */
  interval(): Interval;
  /** Whether no constant mean is left: chance at most alpha, or the mean moved. The interval then stays as it was. */
  isContradicted(): boolean;
  count(): number;
}

/**
 * A confidence sequence for the mean of observations in [0, 1], by betting against every candidate mean m at once.
 *
 *     K⁺ₜ(m) = Π (1 + min(λᵢ, c/m) (xᵢ − m)),   K⁻ₜ(m) = Π (1 − min(λᵢ, c/(1−m)) (xᵢ − m))
 *     λᵢ = √(2 ln(2/α) / (σ̂²ᵢ₋₁ i ln(i + 1))),  μ̂ᵢ = (½ + Σx)/(i + 1),  σ̂²ᵢ = (¼ + Σ(x − μ̂)²)/(i + 1)
 *
 * Bets λᵢ use earlier observations only, so at the true mean both are martingales from 1, and by Ville's inequality
 * either ever reaches 2/α with chance at most α. K⁺ falls and K⁻ rises in m: what is ruled out is a piece at each end.
 *
 * @source Waudby-Smith & Ramdas 2024, arXiv:2010.09686, theorem 3 (hedged capital, predictable plug-in), with
 *   c = ½, θ = ½ and the running intersection
 */
export function createConfidenceSequence(options: ConfidenceSequenceOptions): ConfidenceSequence {
  const { alpha, resolution = 1000 } = options;
  requireInside(alpha, 0, 1, 'alpha');
  requireWhole(resolution, 1, 1e7, 'resolution');
  const limit = 2 / alpha;
  const upward = new Float64Array(resolution + 1).fill(1);
  const downward = new Float64Array(resolution + 1).fill(1);
  let lowest = 0;
  let highest = resolution;
  let known: Interval = { low: 0, high: 1 };
  let count = 0;
  let sum = 0;
  let squares = 0;

  const betSize = (): number => {
    const spread = (0.25 + squares) / (count + 1);
    return Math.sqrt((2 * Math.log(2 / alpha)) / (spread * (count + 1) * Math.log(count + 2)));
  };

  return {
    add(x) {
      requireWithin(x, 0, 1, 'an observation of a confidence sequence');
      const bet = betSize();
      for (let i = lowest; i <= highest; i += 1) {
        const m = i / resolution;
        upward[i]! *= 1 + Math.min(bet, CAUTION / m) * (x - m);
        downward[i]! *= 1 - Math.min(bet, CAUTION / (1 - m)) * (x - m);
      }
      count += 1;
      sum += x;
      squares += (x - (0.5 + sum) / (count + 1)) ** 2;
      while (lowest <= highest && upward[lowest]! >= limit) lowest += 1;
      while (lowest <= highest && downward[highest]! >= limit) highest -= 1;
      // Between a ruled-out multiple and the next one nothing was tried, so the bound stays at the former.
      if (lowest <= highest) {
        known = { low: Math.max(0, lowest - 1) / resolution, high: Math.min(resolution, highest + 1) / resolution };
      }
    },
    interval: () => known,
    isContradicted: () => lowest > highest,
    count: () => count,
  };
}
