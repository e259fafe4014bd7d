import { invariant } from '#foundation/kernel';
import { logBinomialTerm } from './log-binomial-term.ts';
import { requireInside, requireWithin } from '../require-sample.ts';

const TINY = 1e-300;
const MOST_STEPS = 1_000_000;

/**
 * The regularised incomplete beta function I_x(a, b): the probability that a Beta(a, b) number is at most x.
 *
 *     I_x(a, b) = xᵃ (1−x)ᵇ / (a B(a, b)) · 1/(1 + d₁/(1 + d₂/(1 + …)))
 *     d₂ₘ = m (b−m) x / ((a+2m−1)(a+2m)),   d₂ₘ₊₁ = −(a+m)(a+b+m) x / ((a+2m)(a+2m+1))
 *
 * Used where it converges fast, x < (a+1)/(a+b+2); elsewhere I_x(a, b) = 1 − I₁₋ₓ(b, a).
 *
 * @source DLMF 8.17.22 and 8.17.4; Lentz 1976 as modified by Thompson & Barnett 1986
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  requireWithin(x, 0, 1, 'the argument of incompleteBeta');
  requireInside(a, 0, Infinity, 'the first shape of incompleteBeta');
  requireInside(b, 0, Infinity, 'the second shape of incompleteBeta');
  if (x === 0 || x === 1) return x;
  if (x < (a + 1) / (a + b + 2)) return lead(x, a, b) / fraction(x, a, b);
  return 1 - lead(1 - x, b, a) / fraction(1 - x, b, a);
}

/**
 * The x with I_x(a, b) = probability, by bisection down to neighbouring doubles.
 * Bisection rather than Newton: it cannot leave [0, 1] or stall where the density vanishes.
 */
export function inverseIncompleteBeta(probability: number, a: number, b: number): number {
  requireWithin(probability, 0, 1, 'the probability of inverseIncompleteBeta');
  if (probability === 0 || probability === 1) return probability;
  let low = 0;
  let high = 1;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (incompleteBeta(middle, a, b) < probability) low = middle;
    else high = middle;
  }
}

/** xᵃ (1−x)ᵇ / (a B(a, b)), as a binomial term so that large shapes keep their digits. */
function lead(x: number, a: number, b: number): number {
  return (b / (a + b)) * Math.exp(logBinomialTerm(a, a + b, x));
}

function fraction(x: number, a: number, b: number): number {
  let value = 1;
  let c = 1;
  let d = 0;
  for (let step = 1; ; step += 1) {
    invariant(step < MOST_STEPS, 'the continued fraction of the incomplete beta converges');
    const m = step >> 1;
    const top = step % 2 === 0 ? m * (b - m) : -(a + m) * (a + b + m);
    const numerator = (top * x) / ((a + step - 1) * (a + step));
    d = 1 / awayFromZero(1 + numerator * d);
    c = awayFromZero(1 + numerator / c);
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) < Number.EPSILON) return value;
  }
}

function awayFromZero(x: number): number {
  return Math.abs(x) < TINY ? TINY : x;
}
