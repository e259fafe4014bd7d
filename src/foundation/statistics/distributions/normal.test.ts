import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from './normal.ts';

describe('normal distribution', () => {
  it('has the CDF of mpmath 1.3 at 50 digits, in the far tail too', () => {
    for (const [x, expected] of [
      [-38, 2.88542835e-316],
      [-20, 2.7536241186062337e-89],
      [-10, 7.619853024160525e-24],
      [-5, 2.866515718791939e-7],
      [-2.5, 0.006209665325776135],
      [-2, 0.02275013194817921],
      [-1.96, 0.024997895148220435],
      [-1, 0.15865525393145705],
      [0.5, 0.6914624612740131],
      [1.3, 0.9031995154143897],
      [1.999, 0.9771958230673411],
      [2, 0.9772498680518208],
      [3, 0.9986501019683699],
    ] as const) {
      // Below 10⁻³⁰⁸ doubles thin out; exp(−x²/2) also loses a relative x² ulp.
      expect(Math.abs(normalCdf(x) / expected - 1)).toBeLessThan(x < -37 ? 1e-7 : 2e-14 + x * x * 3e-16);
    }
  });

  it('has the quantiles of mpmath 1.3, by bisection of erfc at 50 digits', () => {
    for (const [p, expected] of [
      [1e-300, -37.0470962993612],
      [1e-20, -9.262340089798407],
      [1e-10, -6.361340902404057],
      [0.001, -3.0902323061678136],
      [0.025, -1.9599639845400543],
      [0.1, -1.2815515655446004],
      [0.3, -0.5244005127080408],
      [0.5, 0],
      [0.975, 1.9599639845400543],
    ] as const) {
      expect(Math.abs(normalQuantile(p) - expected)).toBeLessThan(2e-14 * Math.max(1, Math.abs(expected)));
    }
  });

  it('property: quantile undoes the CDF', () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 3, noNaN: true }), (x) => {
        expect(normalQuantile(normalCdf(x))).toBeCloseTo(x, 10);
      }),
    );
  });

  it('property: is symmetric and monotone', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -8, max: 8, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (x, step) => {
          expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 14);
          expect(normalCdf(x + step)).toBeGreaterThanOrEqual(normalCdf(x) - 2e-16);
        },
      ),
    );
  });

  it('ends at 0 and 1, and refuses what lies outside', () => {
    expect([normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0, 1]);
    expect(() => normalCdf(NaN)).toThrow(expect.objectContaining({ code: 'kernel/bad-sample' }));
    for (const p of [0, 1, -0.5, NaN]) {
      expect(() => normalQuantile(p)).toThrow(expect.objectContaining({ code: 'kernel/bad-range' }));
    }
  });
});
