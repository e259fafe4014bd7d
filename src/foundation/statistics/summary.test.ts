import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { geometricMean, mean, median, quantile, variance } from './summary.ts';

const sample = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('summaries of a sample', () => {
  it('give the values worked by hand', () => {
    const xs = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(mean(xs)).toBe(5);
    expect(variance(xs)).toBeCloseTo(32 / 7, 14);
    expect(median(xs)).toBe(4.5);
    expect(median([3, 1, 2])).toBe(2);
    expect(geometricMean([1, 3, 9])).toBeCloseTo(3, 14);
    expect(geometricMean([0, 5])).toBe(0);
  });

  it('give the quantiles of R: quantile(c(15, 20, 35, 40, 50), c(.05, .3, .4, .5, 1)) of type 7', () => {
    const found = [0.05, 0.3, 0.4, 0.5, 1].map((p) => quantile([40, 15, 50, 20, 35], p));
    for (const [i, expected] of [16, 23, 29, 35, 50].entries()) expect(found[i]).toBeCloseTo(expected, 12);
  });

  it('keep the variance of numbers far from zero', () => {
    expect(variance([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])).toBe(30);
  });

  it('property: quantiles grow with p, between the extremes, and leave the sample as it was', () => {
    fc.assert(
      fc.property(sample, share, share, (xs, p, q) => {
        fc.pre(p <= q);
        const before = [...xs];
        expect(quantile(xs, p)).toBeLessThanOrEqual(quantile(xs, q) + 1e-9);
        expect([quantile(xs, 0), quantile(xs, 1)]).toEqual([Math.min(...xs) + 0, Math.max(...xs) + 0]);
        expect(xs).toEqual(before);
      }),
    );
  });

  it('property: the variance is half the mean squared difference of pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 20 }), (xs) => {
        let sum = 0;
        for (const a of xs) for (const b of xs) sum += (a - b) ** 2;
        expect(variance(xs)).toBeCloseTo(sum / (2 * xs.length * (xs.length - 1)), 6);
      }),
    );
  });

  it('property: the geometric mean lies below the arithmetic one', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1 }), (xs) => {
        expect(geometricMean(xs)).toBeLessThanOrEqual(mean(xs) * (1 + 1e-12));
      }),
    );
  });

  it('refuse empty samples, NaN, infinities, and numbers off their scale', () => {
    const bad = expect.objectContaining({ code: 'kernel/bad-sample' });
    for (const summary of [mean, variance, median, geometricMean]) {
      expect(() => summary([])).toThrow(bad);
      expect(() => summary([1, NaN])).toThrow(bad);
      expect(() => summary([Infinity, 1])).toThrow('Infinity');
    }
    expect(() => variance([1])).toThrow(bad);
    expect(() => quantile([1], 1.5)).toThrow('1.5');
    expect(() => geometricMean([2, -3])).toThrow('-3');
  });
});
