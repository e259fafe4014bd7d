import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts';

const shape = fc.double({ min: 0.05, max: 500, noNaN: true });
const share = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });

describe('incompleteBeta', () => {
  it('agrees with mpmath 1.3 betainc at 50 digits, large shapes by summing the binomial tail', () => {
    for (const [a, b, x, expected] of [
      [2, 3, 0.25, 0.26171875],
      [0.5, 0.5, 0.1, 0.20483276469913345],
      [10, 20, 0.3, 0.36400408107194426],
      [1, 1, 0.7, 0.7],
      [0.001, 3, 0.5, 0.9999317848369582],
      [100, 200, 0.35, 0.7325714649575443],
      [5000, 7000, 0.42, 0.7706878535437877],
      [30, 1, 0.9, 0.0423911582752162],
      [1e5, 1e5, 0.501, 0.8144532554424431],
      [50, 50, 0.1, 3.232182234973745e-24],
      [4.5, 0.5, 0.99, 0.7698749998921366],
    ] as const) {
      expect(Math.abs(incompleteBeta(x, a, b) / expected - 1)).toBeLessThan(3e-13);
    }
  });

  it('property: mirrors, I_x(a, b) = 1 − I_{1−x}(b, a)', () => {
    fc.assert(
      fc.property(share, shape, shape, (x, a, b) => {
        expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 10);
      }),
    );
  });

  it('property: is a power when either shape is 1', () => {
    fc.assert(
      fc.property(share, shape, (x, b) => {
        expect(incompleteBeta(x, 1, b)).toBeCloseTo(1 - (1 - x) ** b, 11);
        expect(incompleteBeta(x, b, 1)).toBeCloseTo(x ** b, 11);
      }),
    );
  });

  it('property: grows with x', () => {
    fc.assert(
      fc.property(share, share, shape, shape, (x, y, a, b) => {
        fc.pre(x < y);
        expect(incompleteBeta(x, a, b)).toBeLessThanOrEqual(incompleteBeta(y, a, b) + 1e-14);
      }),
    );
  });

  it('property: is undone by its inverse', () => {
    fc.assert(
      fc.property(share, shape, shape, (p, a, b) => {
        const x = inverseIncompleteBeta(p, a, b);
        // Where the density is steep, one step of x moves I by more than rounding: bracket p instead.
        expect(incompleteBeta(Math.max(0, x * (1 - 1e-12)), a, b)).toBeLessThanOrEqual(p + 1e-11);
        expect(incompleteBeta(Math.min(1, x + Math.max(x * 1e-12, 2e-16)), a, b)).toBeGreaterThanOrEqual(p - 1e-11);
      }),
    );
  });

  it('has its ends where they belong, and refuses what lies outside', () => {
    expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
    expect([inverseIncompleteBeta(0, 2, 3), inverseIncompleteBeta(1, 2, 3)]).toEqual([0, 1]);
    for (const [x, a, b] of [
      [-0.1, 1, 1],
      [1.1, 1, 1],
      [NaN, 1, 1],
      [0.5, 0, 1],
      [0.5, 1, -2],
      [0.5, Infinity, 1],
    ] as const) {
      expect(() => incompleteBeta(x, a, b)).toThrow(expect.objectContaining({ code: 'kernel/bad-range' }));
    }
    expect(() => inverseIncompleteBeta(1.5, 1, 1)).toThrow('1.5');
  });
});
