import { logBinomialTerm } from './log-binomial-term.ts';
import { requireWhole, requireWithin } from '../require-sample.ts';

/**
 * ln P(X ≥ k) for X ~ Binomial(n, p): the sum of its terms, each got from the one before by its ratio.
 *
 *     P(X ≥ k) = t(k) (1 + r(k) + r(k) r(k+1) + …),   r(j) = (n−j)/(j+1) · p/(1−p)
 *
 * From the mean upwards every ratio is below 1; below the mean the other tail is summed and taken from 1.
 * In logarithms, because 2⁻ⁿ underflows past n = 1074, and a tail of 0 would accept anything.
 *
 * @source the definition; its first term from Loader 2000, see `logBinomialTerm`
 */
export function logBinomialTail(k: number, n: number, p: number): number {
  requireWhole(n, 0, Number.MAX_SAFE_INTEGER, 'the number of trials');
  requireWhole(k, 0, n + 1, 'the number of successes');
  requireWithin(p, 0, 1, 'the chance of success');
  if (k === 0 || (p === 1 && k <= n)) return 0;
  if (k > n || p === 0) return -Infinity;
  if (k <= n * p) return Math.log1p(-Math.exp(logUpperSum(n - k + 1, n, 1 - p)));
  return logUpperSum(k, n, p);
}

/** P(X ≥ k) for X ~ Binomial(n, p); where that is below 10⁻³⁰⁸, see `logBinomialTail`. */
export function binomialTail(k: number, n: number, p: number): number {
  return Math.exp(logBinomialTail(k, n, p));
}

function logUpperSum(k: number, n: number, p: number): number {
  if (k > n) return -Infinity;
  const odds = p / (1 - p);
  let term = 1;
  let sum = 1;
  for (let j = k; j < n && term > sum * Number.EPSILON * 0.01; j += 1) {
    term *= ((n - j) / (j + 1)) * odds;
    sum += term;
  }
  return logBinomialTerm(k, n, p) + Math.log(sum);
}
