import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialTail } from './distributions/binomial-tail.ts';
import type { Interval } from './interval.ts';
import { normalQuantile } from './distributions/normal.ts';
import { wilsonInterval } from './wilson-interval.ts';

const count = fc.integer({ min: 1, max: 400 }).chain((n) => fc.record({ n: fc.constant(n), k: fc.nat(n) }));
const confidences = [0.5, 0.8, 0.9, 0.95, 0.99];

/** The chance that the interval covers p, summed over every outcome of n trials. */
function coverage(intervals: readonly Interval[], p: number): number {
  const n = intervals.length - 1;
  let covered = 0;
  for (const [k, { low, high }] of intervals.entries()) {
    if (low <= p && p <= high) covered += binomialTail(k, n, p) - binomialTail(k + 1, n, p);
  }
  return covered;
}

describe('wilsonInterval', () => {
  it('gives the 95 % intervals printed by Newcombe 1998, table I, method 3', () => {
    for (const [k, n, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const found = wilsonInterval(k, n, 0.95);
      expect(found.low).toBeCloseTo(low, 4);
      expect(found.high).toBeCloseTo(high, 4);
    }
  });

  it('property: each inner end solves the score equation (p̂ − p)² = z² p(1−p)/n', () => {
    fc.assert(
      fc.property(count, fc.constantFrom(...confidences), ({ n, k }, confidence) => {
        const z = normalQuantile((1 + confidence) / 2);
        const { low, high } = wilsonInterval(k, n, confidence);
        for (const p of [low, high].filter((end) => end > 0 && end < 1)) {
          expect(Math.abs((k / n - p) ** 2 - (z * z * p * (1 - p)) / n)).toBeLessThan(1e-14);
        }
        expect(low <= k / n && k / n <= high).toBe(true);
      }),
    );
  });

  it('covers within 1.5 points of 95 % on average over p, for every n from 5 to 40', () => {
    for (let n = 5; n <= 40; n += 1) {
      const intervals = Array.from({ length: n + 1 }, (_, k) => wilsonInterval(k, n, 0.95));
      let sum = 0;
      for (let i = 0; i < 200; i += 1) sum += coverage(intervals, (i + 0.5) / 200);
      expect(Math.abs(sum / 200 - 0.95)).toBeLessThan(0.015);
    }
  });
});

describe('wilsonInterval at its edges', () => {
  it('property: mirrors when successes become failures', () => {
    fc.assert(
      fc.property(count, ({ n, k }) => {
        const { low, high } = wilsonInterval(k, n, 0.9);
        const mirrored = wilsonInterval(n - k, n, 0.9);
        expect(mirrored.low).toBeCloseTo(1 - high, 12);
        expect(mirrored.high).toBeCloseTo(1 - low, 12);
      }),
    );
  });

  it('refuses impossible counts and confidences', () => {
    for (const [k, n, confidence] of [
      [0, 0, 0.95],
      [5, 4, 0.95],
      [-1, 4, 0.95],
      [1.5, 4, 0.95],
      [1, 4, 1],
      [1, 4, 0],
      [NaN, 4, 0.95],
    ] as const) {
      expect(() => wilsonInterval(k, n, confidence)).toThrow(expect.objectContaining({ code: 'kernel/bad-range' }));
    }
  });
});
