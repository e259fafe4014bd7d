import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupAdvantages } from './group-advantages.ts';
import { mayTeach } from './off-policy-mask.ts';

const usual = { divergenceMax: 0.05, advantageMin: 0 };

describe('mayTeach', () => {
  it.each([
    [0.1, -1, false],
    [0.1, 0, true],
    [0.1, 1, true],
    [0.05, -1, true],
    [0, -1, true],
    [Infinity, -0.001, false],
    [Number.NaN, 1, false],
    [0, Number.NaN, false],
  ])('divergence %d, advantage %d: %s', (divergence, advantage, expected) => {
    expect(mayTeach({ divergence, advantage }, usual)).toBe(expected);
  });

  it('keeps the limits it is given', () => {
    const bad = { divergence: 0.1, advantage: -0.5 };
    expect(mayTeach(bad, { ...usual, divergenceMax: 0.2 })).toBe(true);
    expect(mayTeach(bad, { ...usual, advantageMin: -1 })).toBe(true);
    expect(mayTeach({ divergence: 0.06, advantage: 0.1 }, { ...usual, advantageMin: 0.2 })).toBe(false);
  });
});

describe('groupAdvantages', () => {
  const value = fc.double({ min: -100, max: 100, noNaN: true });

  it('agrees with a group worked by hand', () => {
    const [low, middle, high] = groupAdvantages([1, 2, 3]);
    expect(low).toBeCloseTo(-Math.sqrt(1.5), 6);
    expect(middle).toBeCloseTo(0, 12);
    expect(high).toBeCloseTo(Math.sqrt(1.5), 6);
  });

  it('property: sums to nothing, keeps the order, and does not exceed √(n − 1)', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 20 }), (returns) => {
        const advantages = groupAdvantages(returns);
        expect(advantages.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0, 4);
        expect(Math.max(...advantages.map(Math.abs))).toBeLessThanOrEqual(Math.sqrt(returns.length - 1) + 1e-6);
        const byReturn = returns.map((_, i) => i).sort((a, b) => returns[a]! - returns[b]!);
        const ordered = byReturn.map((i) => advantages[i]!);
        expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
      }),
    );
  });

  it('property: equal returns prefer nothing', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 40 }), (each, n) => {
        const returns = Array.from({ length: n }, () => each);
        expect(groupAdvantages(returns)).toEqual(returns.map(() => 0));
      }),
    );
  });

  it('refuses a return that is not finite', () => {
    expect(() => groupAdvantages([1, Infinity])).toThrow(expect.objectContaining({ code: 'kernel/bad-sample' }));
  });
});
