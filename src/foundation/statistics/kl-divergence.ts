import { Fault } from '#foundation/kernel';
import { requireSameLength, requireSample, requireWithin } from './require-sample.ts';

/**
 * Kullback-Leibler divergence of q from p, in nats.
 *
 *     KL(p ‖ q) = Σ pᵢ ln(pᵢ / qᵢ),   0 ln(0/q) = 0,   p ln(p/0) = ∞
 *
 * Both must be distributions: entries in [0, 1] that sum to 1 within 10⁻⁹.
 *
 * @source Kullback & Leibler 1951
 */
export function klDivergence(p: readonly number[], q: readonly number[]): number {
  requireSameLength(p, q, 'klDivergence');
  requireDistribution(p, 'p');
  requireDistribution(q, 'q');
  let sum = 0;
  for (const [i, mass] of p.entries()) sum += part(mass, q[i]!);
  return Math.max(0, sum);
}

function part(p: number, q: number): number {
  return p === 0 ? 0 : p * Math.log(p / q);
}

function requireDistribution(masses: readonly number[], name: string): void {
  requireSample(masses, name);
  let sum = 0;
  for (const [i, mass] of masses.entries()) {
    requireWithin(mass, 0, 1, `${name}[${i}]`);
    sum += mass;
  }
  if (Math.abs(sum - 1) > 1e-9) {
    throw new Fault('kernel/bad-range', `${name} sums to ${sum}, not 1`, { details: { name, sum } });
  }
}
