import { mean } from '#foundation/statistics';
import { normalCdf } from '#foundation/statistics/distributions';

/** The least loss that is assumed of a task that nobody has seen. */
const LEAST_LOSS = 2 / 3;

/**
 * What no task has shown, but the next one might: losing all that the incumbent usually scores, s = max(⅔, its mean score in the trial).
 * A loss of 1 would need an incumbent that always succeeds, and costs most of the power (docs/decisions, the guard of the gate).
 */
export function worstLoss(incumbent: readonly number[]): number {
  return incumbent.length === 0 ? 1 : Math.min(1, Math.max(LEAST_LOSS, mean(incumbent)));
}

/**
 * How likely differences as good as these are where the mean gain is not above 0, if one more task may lose s.
 *
 * Flipped signs take differences for symmetric. Where every task gains a little and one in ten, unseen here, loses all, they are not,
 * and few tasks with many repeats would look certain. Here the worst loss joins the sample,
 *
 *     p = P(Σ Eᵢ dᵢ − E₀ · s ≤ 0),   E₀ … Eₙ independent exponentials
 *
 * which for s = 1 and differences of two values is the exact bound of Clopper and Pearson. With s below 1 its level is measured, not
 * proved: `gate.long.ts` plays the nulls. The probability is taken at its saddlepoint:
 *
 *     K(s) = −Σ ln(1 − s dᵢ),  K′(s) = 0,  w = sgn(s) √(−2 K(s)),  u = s √K″(s),  p ≈ Φ(w) + φ(w) (1/w − 1/u)
 *
 * Differences of −1, 0 and 1 need no guard, because the sign test is exact for their mean.
 *
 * @source Gaffke 2005, for the bound (its validity is proved for two values and conjectured in general: Phan, Thomas &
 *   Learned-Miller 2021, arXiv:2106.03163); Lugannani & Rice 1980 for the probability
 */
export function hiddenLossPValue(differences: readonly number[], loss = 1): number {
  if (differences.every((d) => Number.isInteger(d))) return 0;
  const values = [...differences, -loss].filter((d) => d !== 0);
  const highest = Math.max(...values);
  if (highest <= 0) return 1;
  const s = saddlepoint(values, 1 / Math.min(...values), 1 / highest);
  const cumulant = -values.reduce((sum, d) => sum + Math.log1p(-s * d), 0);
  const curvature = values.reduce((sum, d) => sum + (d / (1 - s * d)) ** 2, 0);
  const w = Math.sign(s) * Math.sqrt(Math.max(0, -2 * cumulant));
  const u = s * Math.sqrt(curvature);
  // At the mean itself both terms of the difference grow without bound; the answer is one half there.
  if (Math.abs(w) < 1e-4) return 0.5;
  return Math.min(1, Math.max(0, normalCdf(w) + (Math.exp((-w * w) / 2) / Math.sqrt(2 * Math.PI)) * (1 / w - 1 / u)));
}

/** The root of K′, which rises from −∞ to ∞ between the poles. */
function saddlepoint(values: readonly number[], from: number, to: number): number {
  let [low, high] = [from, to];
  for (let halving = 0; halving < 100; halving += 1) {
    const middle = (low + high) / 2;
    const slope = values.reduce((sum, d) => sum + d / (1 - middle * d), 0);
    if (slope > 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
