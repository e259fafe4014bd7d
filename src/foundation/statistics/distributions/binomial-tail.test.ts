import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialTail, logBinomialTail } from './binomial-tail.ts';
import { incompleteBeta } from './incomplete-beta.ts';

/** Σ_{j ≥ k} C(n, j) aʲ (b−a)ⁿ⁻ʲ over bⁿ in whole numbers, then one rounding: exact for p = a/b. */
function exactTail(k: number, n: number, a: bigint, b: bigint): number {
  let choose = 1n;
  let sum = 0n;
  for (let j = 0; j <= n; j += 1) {
    if (j >= k) sum += choose * a ** BigInt(j) * (b - a) ** BigInt(n - j);
    choose = (choose * BigInt(n - j)) / BigInt(j + 1);
  }
  const scale = 10n ** 60n;
  return Number((sum * scale) / b ** BigInt(n)) / 1e60;
}

describe('binomial tail', () => {
  it('equals the exact rational sum for every k ≤ n ≤ 24 and nine chances', () => {
    let checked = 0;
    for (let n = 0; n <= 24; n += 1) {
      for (let k = 0; k <= n + 1; k += 1) {
        for (let tenths = 1; tenths <= 9; tenths += 1) {
          const exact = exactTail(k, n, BigInt(tenths), 10n);
          const found = binomialTail(k, n, tenths / 10);
          expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 2e-13);
          checked += 1;
        }
      }
    }
    expect(checked).toBe(9 * ((25 * 26) / 2 + 25));
  });

  it('keeps tails that no double can hold (mpmath 1.3, sums at 50 digits)', () => {
    for (const [k, n, p, expected] of [
      [2000, 2000, 0.5, -1386.2943611198907],
      [1900, 2000, 0.5, -992.4065813257132],
      [1010, 2000, 0.5, -1.0922011556375468],
      [900, 2000, 0.5, -3.4280894558974134e-6],
      [30, 100, 0.01, -80.19348505169545],
      [3, 5, 0.1, -4.760655088828487],
    ] as const) {
      expect(Math.abs(logBinomialTail(k, n, p) / expected - 1)).toBeLessThan(1e-12);
    }
  });

  it('property: is the incomplete beta I_p(k, n − k + 1), which is computed another way', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(3000), fc.double({ min: 0.001, max: 0.999, noNaN: true }), (k, extra, p) => {
        const from = k + 1;
        const n = from + extra;
        expect(binomialTail(from, n, p)).toBeCloseTo(incompleteBeta(p, from, n - from + 1), 10);
      }),
    );
  });

  it('answers sure things and impossible ones', () => {
    expect(binomialTail(0, 10, 0.3)).toBe(1);
    expect(binomialTail(11, 10, 0.3)).toBe(0);
    expect(binomialTail(3, 10, 0)).toBe(0);
    expect(binomialTail(10, 10, 1)).toBe(1);
    expect(binomialTail(11, 10, 1)).toBe(0);
    expect(binomialTail(0, 0, 0.5)).toBe(1);
  });

  it('refuses counts and chances out of range', () => {
    for (const [k, n, p] of [
      [-1, 5, 0.5],
      [7, 5, 0.5],
      [1.5, 5, 0.5],
      [1, -5, 0.5],
      [1, 5, 1.5],
      [1, 5, NaN],
    ] as const) {
      expect(() => logBinomialTail(k, n, p)).toThrow(expect.objectContaining({ code: 'kernel/bad-range' }));
    }
  });
});
