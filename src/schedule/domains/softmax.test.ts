import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minMax, softmax } from './softmax.ts';

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const values = fc.array(value, { minLength: 1, maxLength: 12 });

it('property: is a distribution even where exp would overflow, and keeps the order', () => {
  fc.assert(
    fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (logits, floor) => {
      const shares = softmax(logits, floor);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(floor / logits.length - 1e-12);
      expect(shares[logits.indexOf(Math.max(...logits))]).toBe(Math.max(...shares));
    }),
  );
});

it('property: min-max reaches from 0 to 1, or is 0 everywhere', () => {
  fc.assert(
    fc.property(values, (all) => {
      const scaled = minMax(all);
      expect(Math.min(...scaled)).toBe(0);
      expect(Math.max(...scaled)).toBe(new Set(all).size > 1 && Math.max(...all) > Math.min(...all) ? 1 : 0);
    }),
  );
});
