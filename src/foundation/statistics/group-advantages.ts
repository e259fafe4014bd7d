import { requireSample } from './require-sample.ts';

/**
 * Group-relative advantages of the returns of one group: episodes that began with the same observation.
 *
 *     A_i = (R_i − mean R) / (sd R + ε)
 *
 * with the population standard deviation and ε = 10⁻⁸. Equal returns, and a group of one, give 0: there is nothing to
 * prefer. Order is kept.
 *
 * @source spec/pipeline §5; Shao et al. 2024 (GRPO), arXiv:2402.03300
 */
export function groupAdvantages(returns: readonly number[]): number[] {
  requireSample(returns, 'returns', 0);
  const first = returns[0];
  // A mean of equal numbers can miss them by a rounding error, which ε would blow up to a full advantage.
  if (returns.every((value) => value === first)) return returns.map(() => 0);
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length;
  return returns.map((value) => (value - mean) / (Math.sqrt(variance) + 1e-8));
}
