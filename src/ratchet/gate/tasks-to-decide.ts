import type { PairedOutcome } from '#foundation/contracts/certificates';
import { mean, variance } from '#foundation/statistics';
import { normalQuantile } from '#foundation/statistics/distributions';
import { worstLoss } from './trials/rare-loss-guard.ts';

/** Chance with which the trial should accept if the gain is what it seems. */
const POWER = 0.8;

/**
 * About how many tasks would decide, if the gain is what a trial saw of it; null where there was none.
 *
 *     n ≥ s² (z_level + z_power)² / d̄²        for the test
 *     n ≥ ln(1 / level) / ln(1 + d̄ / loss)    for the guard
 *
 * @source the usual sample size of a paired comparison; the guard: `rare-loss-guard.ts` where every task gains the same
 */
export function tasksToDecide(outcomes: readonly PairedOutcome[], level: number): number | null {
  const differences = outcomes.map(({ candidate, incumbent }) => candidate - incumbent);
  const gain = differences.length === 0 ? 0 : mean(differences);
  if (gain <= 0 || differences.length < 2) return null;
  const z = normalQuantile(1 - level) + normalQuantile(POWER);
  const forTest = ((variance(differences) + 1 / differences.length) * z * z) / gain ** 2;
  const loss = worstLoss(outcomes.map(({ incumbent }) => incumbent));
  return Math.ceil(Math.max(forTest, Math.log(1 / level) / Math.log1p(gain / loss)));
}

/**
 * About the least gain that so many tasks would decide, where no task loses and the incumbent has this score: the same two bounds, for g.
 *
 *     g ≥ z² / (n + z²),  z = z_level + z_power    for the test, with s² = g (1 − g)
 *     g ≥ loss (level^(−1/n) − 1)                  for the guard
 *
 * @source `tasksToDecide`, turned round
 */
export function gainToDecide(tasks: number, level: number, score: number): number {
  if (tasks === 0) return 1;
  const z = normalQuantile(1 - level) + normalQuantile(POWER);
  const forTest = (z * z) / (tasks + z * z);
  return Math.min(1, Math.max(forTest, worstLoss([score]) * Math.expm1(Math.log(1 / level) / tasks)));
}
