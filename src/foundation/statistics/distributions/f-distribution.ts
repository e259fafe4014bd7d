import { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts';

/**
 * P(F > f) for Snedecor's F with a and b degrees of freedom.
 *
 *     P(F > f) = I_{b/(b + a f)}(b/2, a/2)
 *
 * @source DLMF 8.17; Abramowitz & Stegun 26.6.2
 */
export function upperTailOfF(f: number, a: number, b: number): number {
  if (f === Infinity) return 0;
  return f <= 0 ? 1 : incompleteBeta(b / (b + a * f), b / 2, a / 2);
}

/** The f with P(F ≤ f) = probability. */
export function quantileOfF(probability: number, a: number, b: number): number {
  const x = inverseIncompleteBeta(1 - probability, b / 2, a / 2);
  return x === 0 ? Infinity : (b * (1 - x)) / (a * x);
}

/** The two-sided t quantile: P(|T| ≤ t) = confidence, by T² ~ F(1, df). */
export function quantileOfT(confidence: number, df: number): number {
  return Math.sqrt(quantileOfF(confidence, 1, df));
}
