import type { Knobs } from '../knobs.ts';
import type { Mark } from '../progress.ts';
import { softmax } from './softmax.ts';

/** The least-squares slope of score over time; 0 with fewer than two marks. */
export function windowSlope(marks: readonly Mark[]): number {
  const n = marks.length;
  if (n < 2) return 0;
  const centre = marks.reduce((sum, { at }) => sum + at, 0) / n;
  const mean = marks.reduce((sum, { score }) => sum + score, 0) / n;
  let covariance = 0;
  let spread = 0;
  for (const { at, score } of marks) {
    covariance += (at - centre) * (score - mean);
    spread += (at - centre) ** 2;
  }
  return spread > 0 ? covariance / spread : 0;
}

/**
 * The teacher to compare with: practise where the learning curve is steep, up or down.
 *
 *     Q_d ← (1 − α) Q_d + α · slope of the last K scores over time        p_d ∝ exp(|Q_d| / τ), with a uniform share
 *
 * @source Matiisen et al. 2017, arXiv:1707.00183: Window algorithm with Boltzmann exploration
 */
export function tsclRule(values: readonly number[], knobs: Knobs): number[] {
  const logits = values.map((value) => Math.abs(value) / knobs.tsclTemperature);
  return softmax(logits, knobs.tsclFloor);
}
