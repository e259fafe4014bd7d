import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from './normal.ts';

describe('normal distribution', () => {
  it('has the CDF of mpmath 1.3 at 50 digits, in the far tail too', () => {
    for (const [x, expected] of [
      [-38, 2.88542836006878431e-316],
      [-20, 2.7536241186062337e-89],
      [-10, 7.61985302416052607e-24],
      [-5, 2.86651571879193912e-7],
      [-2.5, 0.00620966532577613517],
      [-2, 0.0227501319481792072],
      [-1.96, 0.0249978951482204341],
      [-1, 0.158655253931457051],
      [0.5, 0.691462461274013104],
      [1.3, 0.903199515414389667],
      [1.999, 0.977195823067341111],
      [2, 0.977249868051820793],
      [3, 0.998650101968369905],
    ] as const) {
      // Below 10⁻³⁰⁸ doubles thin out; exp(−x²/2) also loses a relative x² ulp.
      expect(Math.abs(normalCdf(x) / expected - 1)).toBeLessThan(x < -37 ? 1e-7 : 2e-14 + x * x * 3e-16);
    }
  });

  it('has the quantiles of mpmath 1.3, by bisection of erfc at 50 digits', () => {
    for (const [p, expected] of [
      [1e-300, -37.0470962993611992],
      [1e-20, -9.26234008979840757],
      [1e-10, -6.3613409024040562],
      [0.001, -3.09023230616781354],
      [0.025, -1.95996398454005424],
      [0.1, -1.28155156554460047],
      [0.3, -0.524400512708040784],
      [0.5, 0],
      [0.975, 1.95996398454005424],
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
