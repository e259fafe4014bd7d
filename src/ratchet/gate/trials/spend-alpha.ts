/**
 * The share of one error budget that the k-th look may use (k counts from 1), so that any number of looks together
 * accept a useless candidate with probability at most alpha.
 *
 *     alpha_k = alpha · 6 / (π² k²),      Σ_k alpha_k = alpha
 *
 * @source Euler 1735, Σ 1/k² = π²/6, as a spending sequence; union bound over looks
 */
export function spendAlpha(alpha: number, look: number): number {
  return (alpha * 6) / (Math.PI * look) ** 2;
}
