import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wilsonInterval } from './wilson.ts';

it('agrees with published values: 8 of 10 at 95 % is [0.490, 0.943]', () => {
  const { low, high } = wilsonInterval(8, 10, 1.959964);
  expect(low).toBeCloseTo(0.4902, 4);
  expect(high).toBeCloseTo(0.9433, 4);
});

it('says nothing without a trial', () => {
  expect(wilsonInterval(0, 0, 1)).toEqual({ low: 0, high: 1 });
});

it('property: contains the rate, and its ends are where the score test just rejects', () => {
  const unit = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  fc.assert(
    fc.property(unit, fc.double({ min: 1, max: 100, noNaN: true }), (rate, trials) => {
      const { low, high } = wilsonInterval(rate * trials, trials, 1.5);
      for (const end of [low, high]) {
        expect(Math.abs(rate - end) / Math.sqrt((end * (1 - end)) / trials)).toBeCloseTo(1.5, 6);
      }
      expect(low).toBeLessThan(rate);
      expect(high).toBeGreaterThan(rate);
    }),
  );
});
