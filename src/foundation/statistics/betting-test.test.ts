import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { createBettingTest } from './betting-test.ts';
import type { Alternative } from './sign-test.ts';

const alternatives: readonly Alternative[] = ['greater', 'less', 'two-sided'];

/** The share of streams that reject at some step, looking after every one. */
function rejections(streams: number, steps: number, alternative: Alternative, draw: (rng: Rng) => number): number {
  let rejected = 0;
  for (let stream = 0; stream < streams; stream += 1) {
    const rng = createRng(`betting/${stream}`);
    const test = createBettingTest({ alpha: 0.05, nullMean: 0.5, alternative });
    for (let i = 0; i < steps && !test.isRejected(); i += 1) test.add(draw(rng));
    if (test.isRejected()) rejected += 1;
  }
  return rejected / streams;
}

/** A task both learners try: the difference of two coins, moved into [0, 1]. */
function pairedTask(rng: Rng, candidate: number, incumbent: number): number {
  return (Number(rng.chance(candidate)) - Number(rng.chance(incumbent)) + 1) / 2;
}

describe('createBettingTest', () => {
  it('is a fair game under the null, exactly: over all 2¹² coin records the mean wealth is 1', () => {
    for (const alternative of alternatives) {
      for (const nullMean of [0.2, 0.5, 0.9]) {
        let expected = 0;
        let everRejected = 0;
        for (let bits = 0; bits < 2 ** 12; bits += 1) {
          const test = createBettingTest({ alpha: 0.6, nullMean, alternative });
          let chance = 1;
          for (let i = 0; i < 12; i += 1) {
            const x = (bits >> i) & 1;
            chance *= x === 1 ? nullMean : 1 - nullMean;
            test.add(x);
          }
          expected += chance * test.wealth();
          if (test.isRejected()) everRejected += chance;
        }
        expect(expected).toBeCloseTo(1, 10);
        expect(everRejected).toBeLessThanOrEqual(0.6);
        expect(everRejected).toBeGreaterThan(0);
      }
    }
  });

  it('rejects a true null in at most alpha of 1500 streams watched at every one of 150 steps', () => {
    const limit = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / 1500);
    const same = (rng: Rng): number => pairedTask(rng, 0.69, 0.69);
    expect(rejections(1500, 150, 'greater', (rng) => rng.bit())).toBeLessThanOrEqual(limit);
    expect(rejections(1500, 150, 'greater', same)).toBeLessThanOrEqual(limit);
    expect(rejections(1500, 150, 'two-sided', same)).toBeLessThanOrEqual(limit);
    expect(rejections(1500, 150, 'greater', (rng) => pairedTask(rng, 0.66, 0.69))).toBeLessThanOrEqual(limit);
  });

  it('finds a true gain of 0.30 from 0.69 within 40 paired tasks, at least 85 times in 100', () => {
    expect(rejections(1000, 40, 'greater', (rng) => pairedTask(rng, 0.99, 0.69))).toBeGreaterThan(0.85);
    expect(rejections(1000, 40, 'two-sided', (rng) => pairedTask(rng, 0.99, 0.69))).toBeGreaterThan(0.8);
    expect(rejections(1000, 40, 'less', (rng) => pairedTask(rng, 0.69, 0.99))).toBeGreaterThan(0.85);
    expect(rejections(200, 2000, 'greater', (rng) => pairedTask(rng, 0.6, 0.5))).toBeGreaterThan(0.98);
  });

  it('property: does not care about the order of the observations', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), fc.string(), (xs, path) => {
        const wealthOf = (ordered: readonly number[]): number => {
          const test = createBettingTest({ alpha: 0.05, nullMean: 0.4, alternative: 'two-sided' });
          for (const x of ordered) test.add(x);
          return test.logWealth();
        };
        expect(wealthOf(createRng(path).shuffle([...xs]))).toBeCloseTo(wealthOf(xs), 9);
      }),
    );
  });

  it('property: grows with every observation, one-sided, and mirrors', () => {
    const point = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(point), point, point, (xs, small, large) => {
        fc.pre(small < large);
        const greater = createBettingTest({ alpha: 0.05, nullMean: 0.3, alternative: 'greater' });
        const twin = createBettingTest({ alpha: 0.05, nullMean: 0.3, alternative: 'greater' });
        const mirror = createBettingTest({ alpha: 0.05, nullMean: 0.7, alternative: 'less' });
        for (const x of [...xs, small]) greater.add(x);
        for (const x of [...xs, large]) twin.add(x);
        for (const x of [...xs, small]) mirror.add(1 - x);
        expect(twin.logWealth()).toBeGreaterThanOrEqual(greater.logWealth() - 1e-12);
        expect(mirror.logWealth()).toBeCloseTo(greater.logWealth(), 9);
      }),
    );
  });

  it('keeps a rejection and its p-value when the luck turns, and never overflows', () => {
    const test = createBettingTest({ alpha: 0.05, nullMean: 0.5, alternative: 'greater' });
    expect([test.wealth(), test.pValue(), test.isRejected()]).toEqual([1, 1, false]);
    for (let i = 0; i < 10; i += 1) test.add(1);
    const pValue = test.pValue();
    expect(pValue).toBeLessThan(0.05);
    for (let i = 0; i < 40; i += 1) test.add(0);
    expect(test.wealth()).toBeLessThan(1);
    expect([test.pValue(), test.isRejected(), test.count()]).toEqual([pValue, true, 50]);
    for (let i = 0; i < 5000; i += 1) test.add(1);
    expect(test.logWealth()).toBeGreaterThan(710);
    expect(Number.isFinite(test.logWealth())).toBe(true);
  });

  it('refuses observations outside [0, 1] and impossible nulls', () => {
    const range = expect.objectContaining({ code: 'kernel/bad-range' });
    const options = { alpha: 0.05, nullMean: 0.5, alternative: 'greater' } as const;
    for (const x of [-0.1, 1.1, NaN]) expect(() => createBettingTest(options).add(x)).toThrow(range);
    for (const nullMean of [0, 1, NaN]) expect(() => createBettingTest({ ...options, nullMean })).toThrow(range);
    expect(() => createBettingTest({ ...options, alpha: 0 })).toThrow(range);
  });
});
