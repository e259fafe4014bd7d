import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { acceleration, bootstrapInterval } from './bootstrap-interval.ts';
import { mean, median } from './summary.ts';

/** Efron & Tibshirani 1993, table 14.1: the spatial test data, column A. */
const spatial = [48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41];
const plainVariance = (xs: readonly number[]): number => mean(xs.map((x) => (x - mean(xs)) ** 2));

describe('bootstrapInterval', () => {
  it('finds the published intervals for a variance (Efron & Tibshirani 1993, chapter 14)', () => {
    expect(plainVariance(spatial)).toBeCloseTo(171.5, 1);
    expect(acceleration(spatial, plainVariance)).toBeCloseTo(0.061, 3);
    const options = { confidence: 0.9, resamples: 20_000 };
    const bca = bootstrapInterval(spatial, plainVariance, { ...options, method: 'bca' }, createRng('spatial'));
    const plain = bootstrapInterval(spatial, plainVariance, { ...options, method: 'percentile' }, createRng('spatial'));
    // Theirs came from 2000 replicates: (115.8, 259.6) and (100.8, 233.9).
    expect(Math.abs(bca.low - 115.8)).toBeLessThan(3);
    expect(Math.abs(bca.high - 259.6)).toBeLessThan(6);
    expect(Math.abs(plain.low - 100.8)).toBeLessThan(3);
    expect(Math.abs(plain.high - 233.9)).toBeLessThan(3);
  });

  it('comes near the ideal bootstrap: quantiles over all 5⁵ resamples', () => {
    const sample = [1, 2, 4, 8, 16];
    const all: number[] = [];
    for (let code = 0; code < 5 ** 5; code += 1) {
      all.push(mean(sample.map((_, digit) => sample[Math.floor(code / 5 ** digit) % 5]!)));
    }
    all.sort((a, b) => a - b);
    const options = { confidence: 0.8, method: 'percentile', resamples: 50_000 } as const;
    const found = bootstrapInterval(sample, mean, options, createRng('ideal'));
    expect(Math.abs(found.low - all[312]!)).toBeLessThanOrEqual(0.2);
    expect(Math.abs(found.high - all[2812]!)).toBeLessThanOrEqual(0.2);
  });

  it('covers the mean of a skewed population about as often as it says', () => {
    const covered = { bca: 0, percentile: 0 };
    for (let i = 0; i < 400; i += 1) {
      const rng = createRng(`coverage/${i}`);
      const sample = Array.from({ length: 40 }, () => -Math.log(1 - rng.float()));
      for (const method of ['bca', 'percentile'] as const) {
        const options = { confidence: 0.9, method, resamples: 400 };
        const { low, high } = bootstrapInterval(sample, mean, options, rng.fork(method));
        if (low <= 1 && 1 <= high) covered[method] += 1;
      }
    }
    expect(covered.bca / 400).toBeGreaterThan(0.85);
    expect(covered.bca / 400).toBeLessThan(0.95);
    expect(covered.percentile / 400).toBeGreaterThan(0.83);
    expect(covered.percentile / 400).toBeLessThan(0.95);
  });

  it('is a point when the sample never varies, by either method', () => {
    for (const method of ['bca', 'percentile'] as const) {
      const options = { confidence: 0.95, method, resamples: 50 };
      expect(bootstrapInterval([3, 3, 3], mean, options, createRng('flat'))).toEqual({ low: 3, high: 3 });
    }
  });

  it('counts ties half: a balanced sample of zeros and ones has no bias to correct', () => {
    const balanced = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1];
    // Quartiles of Binomial(10, ½)/10.
    expect(bootstrapInterval(balanced, mean, { confidence: 0.5 }, createRng('ties'))).toEqual({ low: 0.4, high: 0.6 });
  });

  it('gives the same bytes for the same stream, and lies within the sample for a median', () => {
    const options = { confidence: 0.95 };
    const once = bootstrapInterval(spatial, median, options, createRng('same'));
    expect(bootstrapInterval(spatial, median, options, createRng('same'))).toEqual(once);
    expect(once.low).toBeGreaterThanOrEqual(0);
    expect(once.high).toBeLessThanOrEqual(48);
    expect(once.low).toBeLessThan(once.high);
  });

  it('refuses what cannot be resampled', () => {
    const rng = createRng('bad');
    const bad = expect.objectContaining({ code: 'kernel/bad-sample' });
    expect(() => bootstrapInterval([], mean, { confidence: 0.95, method: 'percentile' }, rng)).toThrow(bad);
    expect(() => bootstrapInterval([1], mean, { confidence: 0.95 }, rng)).toThrow(bad);
    expect(() => bootstrapInterval([1, 2], () => NaN, { confidence: 0.95 }, rng)).toThrow('NaN');
    expect(() => bootstrapInterval([1, 2], mean, { confidence: 2 }, rng)).toThrow('confidence is 2');
  });
});
