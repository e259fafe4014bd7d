import { expect, it } from 'vitest';
import { binomialTail } from './distributions/binomial-tail.ts';
import { exactInterval } from './exact-interval.ts';

it('the exact interval ends where a one-sided binomial test would just reject', () => {
  const { low, high } = exactInterval(46, 50, 0.95);
  expect(binomialTail(46, 50, low)).toBeCloseTo(0.025, 9);
  expect(1 - binomialTail(47, 50, high)).toBeCloseTo(0.025, 9);
  // Clopper & Pearson: 46 of 50 gives 0.808 to 0.978.
  expect(low).toBeCloseTo(0.8077, 4);
  expect(high).toBeCloseTo(0.9778, 4);
});

it('none and all are closed on their side', () => {
  expect(exactInterval(0, 10, 0.95).low).toBe(0);
  expect(exactInterval(10, 10, 0.95)).toEqual({ low: expect.closeTo(0.025 ** 0.1, 9) as number, high: 1 });
});
