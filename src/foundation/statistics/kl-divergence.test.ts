import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { klDivergence } from './kl-divergence.ts';

const distribution = fc
  .array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
  .map((masses) => {
    const sum = masses.reduce((a, b) => a + b, 0);
    return masses.map((mass) => mass / sum);
  });

describe('klDivergence', () => {
  it('gives the worked example of Kullback 1959 (Binomial(2, 0.4) against uniform), in nats', () => {
    const binomial = [9 / 25, 12 / 25, 4 / 25];
    const uniform = [1 / 3, 1 / 3, 1 / 3];
    expect(klDivergence(binomial, uniform)).toBeCloseTo(
      (32 * Math.log(2) + 55 * Math.log(3) - 50 * Math.log(5)) / 25,
      14,
    );
    expect(klDivergence(uniform, binomial)).toBeCloseTo((-4 * Math.log(2) - 6 * Math.log(3) + 6 * Math.log(5)) / 3, 14);
  });

  it('counts an impossible p as nothing and an impossible q as infinite', () => {
    expect(klDivergence([0, 1], [0.5, 0.5])).toBeCloseTo(Math.LN2, 15);
    expect(klDivergence([0.5, 0.5], [0, 1])).toBe(Infinity);
    expect(klDivergence([0, 1], [0, 1])).toBe(0);
  });

  it('property: is never negative, zero from itself, and at least 2 (total variation)² (Pinsker)', () => {
    fc.assert(
      fc.property(distribution, distribution, (p, q) => {
        const variation = p.reduce((sum, mass, i) => sum + Math.abs(mass - q[i]!), 0) / 2;
        expect(klDivergence(p, q)).toBeGreaterThanOrEqual(2 * variation ** 2 - 1e-12);
        expect(klDivergence(p, p)).toBe(0);
      }),
    );
  });

  it('refuses what is no distribution', () => {
    const range = expect.objectContaining({ code: 'kernel/bad-range' });
    const sample = expect.objectContaining({ code: 'kernel/bad-sample' });
    expect(() => klDivergence([0.5, 0.4], [0.5, 0.5])).toThrow(range);
    expect(() => klDivergence([1.5, -0.5], [0.5, 0.5])).toThrow(range);
    expect(() => klDivergence([], [])).toThrow(sample);
    expect(() => klDivergence([1], [0.5, 0.5])).toThrow(sample);
    expect(() => klDivergence([NaN, 1], [0.5, 0.5])).toThrow(sample);
  });
});
