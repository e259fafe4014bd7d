import { expect, it } from 'vitest';
import { differenceInterval } from './difference-interval.ts';

it('the interval around a mean gain is narrower the less tasks differ, and never wider than all scores', () => {
  // z √((s² + 1/n) / n) with n = 4: s² is 0, then 1/3.
  expect(differenceInterval([0.5, 0.5, 0.5, 0.5]).interval.low).toBeCloseTo(0.5 - 1.6449 * 0.25, 4);
  expect(differenceInterval([0, 1, 0, 1]).interval.low).toBeCloseTo(0.5 - 1.6449 * Math.sqrt(7 / 48), 4);
  expect(differenceInterval([0, 1, 0, 1]).interval.high).toBe(1);
});

it('one task, or none, leaves all open', () => {
  expect(differenceInterval([1])).toEqual({ gain: 1, interval: { low: -1, high: 1 } });
  expect(differenceInterval([])).toEqual({ gain: 0, interval: { low: -1, high: 1 } });
});
