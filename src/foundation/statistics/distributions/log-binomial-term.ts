import { stirlingError } from './log-gamma.ts';

/**
 * ln of Γ(n+1) / (Γ(k+1) Γ(n−k+1)) · pᵏ (1−p)ⁿ⁻ᵏ for real 0 ≤ k ≤ n and 0 < p < 1.
 *
 *     ½ ln(n / (2π k (n−k))) + S(n) − S(k) − S(n−k) − D(k, np) − D(n−k, n(1−p))
 *
 * S is Stirling's error and D the deviance. The plain difference of three ln Γ loses about log₁₀ n digits.
 *
 * @source Loader 2000, Fast and Accurate Computation of Binomial Probabilities
 */
export function logBinomialTerm(k: number, n: number, p: number): number {
  if (k === 0) return n * Math.log1p(-p);
  if (k === n) return n * Math.log(p);
  const rest = n - k;
  return (
    0.5 * Math.log(n / (2 * Math.PI * k * rest)) +
    stirlingError(n) -
    stirlingError(k) -
    stirlingError(rest) -
    deviance(k, n * p) -
    deviance(rest, n * (1 - p))
  );
}

/**
 * D(x, m) = x ln(x/m) + m − x. Near x = m the three parts cancel, and a series in v = (x−m)/(x+m) takes over:
 *
 *     D = (x−m) v + 2x (v³/3 + v⁵/5 + …)
 */
function deviance(x: number, m: number): number {
  if (Math.abs(x - m) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const v = (x - m) / (x + m);
  let sum = (x - m) * v;
  let power = 2 * x * v;
  for (let odd = 3; ; odd += 2) {
    power *= v * v;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}
