import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logGamma, stirlingError } from './log-gamma.ts';

describe('logGamma', () => {
  it('agrees with mpmath 1.3 loggamma at 50 digits', () => {
    for (const [x, expected] of [
      [0.001, 6.907178885383853],
      [0.1, 2.252712651734206],
      [0.5, 0.5723649429247001],
      [1.5, -0.12078223763524522],
      [2.5, 0.2846828704729192],
      [7.25, 7.0521854507385395],
      [15.5, 26.536914491115613],
      [100, 359.1342053695754],
      [12345.678, 103959.91990554606],
      [1e10, 220258509288.81058],
    ] as const) {
      expect(Math.abs(logGamma(x) - expected)).toBeLessThan(4e-15 * Math.max(10, Math.abs(expected)));
    }
  });

  it('is the logarithm of the factorial, for every n up to 170', () => {
    let factorial = 1n;
    for (let n = 1; n <= 170; n += 1) {
      factorial *= BigInt(n);
      const exact = Math.log(Number(factorial));
      expect(Math.abs(logGamma(n + 1) - exact)).toBeLessThan(1e-14 * Math.max(10, exact));
    }
  });

  it('property: satisfies Γ(x + 1) = x Γ(x)', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e4, noNaN: true }), (x) => {
        const step = logGamma(x + 1) - logGamma(x);
        expect(Math.abs(step - Math.log(x))).toBeLessThan(1e-14 * Math.max(10, logGamma(x + 1)));
      }),
    );
  });

  it('joins both forms of the Stirling error smoothly at 16', () => {
    expect(Math.abs(stirlingError(16) - stirlingError(16 - 1e-12))).toBeLessThan(3e-14);
  });

  it('refuses what is not positive and finite', () => {
    for (const x of [0, -1, NaN, Infinity]) {
      expect(() => logGamma(x)).toThrow(expect.objectContaining({ code: 'kernel/bad-range' }));
    }
  });
});
