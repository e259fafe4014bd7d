import { mean, variance } from '#foundation/statistics';
import { normalCdf, normalQuantile } from '#foundation/statistics/distributions';

/** Where a trial stands, and where its plan ends. */
export interface Standing {
  /** Differences per task so far. */
  readonly differences: readonly number[];
  readonly repeats: number;
  readonly lastTasks: number;
  readonly lastRepeats: number;
  readonly lastLevel: number;
}

/** Part of a difference's variance that repeats are taken to remove; the rest is between tasks. */
const NOISE_PART = 0.5;

/**
 * The chance that a trial will accept at its last look, given what it has seen: the predictive power with a flat prior.
 *
 *     z = d̄ √(m / (s² + 1/m)),   ρ = information at the end / now,   Φ((z √ρ − z_level) / √(ρ − 1))
 *
 * Giving up by this rule can only lower the chance of accepting, so it needs no share of the error budget.
 *
 * @source Spiegelhalter, Freedman & Blackburn 1986 (predictive power); Lan, Simon & Halperin 1982 (stochastic curtailment)
 */
export function stillPossible(standing: Standing): number {
  const { differences, repeats, lastTasks, lastRepeats, lastLevel } = standing;
  const m = differences.length;
  if (lastLevel <= 0) return 0;
  if (m < 2) return 1;
  const z = mean(differences) * Math.sqrt(m / (variance(differences) + 1 / m));
  const gained = lastTasks / m / (1 - NOISE_PART + (NOISE_PART * repeats) / lastRepeats);
  const goal = normalQuantile(1 - lastLevel);
  if (gained <= 1) return z >= goal ? 1 : 0;
  return normalCdf((z * Math.sqrt(gained) - goal) / Math.sqrt(gained - 1));
}
