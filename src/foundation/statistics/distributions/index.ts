/** Distribution functions and their quantiles. */
export { binomialTail } from './binomial-tail.ts';
export { quantileOfF, quantileOfT, upperTailOfF } from './f-distribution.ts';
export { inverseIncompleteBeta } from './incomplete-beta.ts';
export { logGamma } from './log-gamma.ts';
export { normalCdf, normalQuantile } from './normal.ts';
