import type { Knobs } from '../knobs.ts';

/**
 * The specification's sampling weights after an episode at level k.
 *
 *     PR_k > PR_max and R_k < R_min:   w_k ·= 1 − δ,          w_{k+1} ·= 1 + δ
 *     PR_k < PR_min or  R_k > R_max:   w_j ·= 1 − δ for j > k,  w_k ·= 1 + δ,  w_{k−1} ·= 1 + δ
 *
 * Both tests are exclusive when PR_min < PR_max. Weights are normalised to sum 1 and kept at or above 0.001 before that,
 * so that no level is lost to rounding. As written: no interval, no hysteresis.
 *
 * @source spec/pipeline §7: difficulty update heuristics
 */
export function shiftWeights(
  weights: readonly number[],
  level: number,
  { trials, passes, regrets }: { readonly trials: number; readonly passes: number; readonly regrets: number },
  knobs: Knobs,
): number[] {
  const rate = passes / trials;
  const regret = regrets / trials;
  const mastered = rate > knobs.passMax && regret < knobs.regretMin;
  const failing = rate < knobs.passMin || regret > knobs.regretMax;
  const factor = (at: number): number => {
    if (mastered) return at === level ? 1 - knobs.levelStep : at === level + 1 ? 1 + knobs.levelStep : 1;
    if (failing) return at > level ? 1 - knobs.levelStep : at >= level - 1 ? 1 + knobs.levelStep : 1;
    return 1;
  };
  const moved = weights.map((weight, i) => Math.max(0.001, weight * factor(i + 1)));
  const total = moved.reduce((sum, weight) => sum + weight, 0);
  return moved.map((weight) => weight / total);
}
