import { createRng } from '#foundation/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProgress, significantProgress } from './progress.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

function marksOf(scores: readonly number[]): { at: number; score: number }[] {
  return scores.map((score, at) => ({ at, score }));
}

describe('measureProgress', () => {
  it('says nothing from two scores', () => {
    expect(measureProgress(marksOf([0, 1]))).toEqual({ slope: 0, error: Infinity });
  });

  it('agrees with a regression worked by hand', () => {
    // x = 0..3, y = 0, 1, 1, 1: slope = 1.5 / 5, residuals −0.3, 0.4, 0.1, −0.2, so error² = 0.3 / 2 / 5
    const { slope, error } = measureProgress(marksOf([0, 1, 1, 1]));
    expect(slope).toBeCloseTo(0.3, 12);
    expect(error).toBeCloseTo(Math.sqrt(0.03), 12);
  });

  it('property: counts visits, not the time between them', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 3, maxLength: 30 }), fc.integer({ min: 2, max: 9 }), (scores, gap) => {
        const spread = scores.map((score, i) => ({ at: i * gap, score }));
        expect(measureProgress(spread)).toEqual(measureProgress(marksOf(scores)));
      }),
    );
  });

  it('property: time reversed is progress reversed', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 3, maxLength: 30 }), (scores) => {
        const forth = measureProgress(marksOf(scores));
        const back = measureProgress(marksOf(scores.toReversed()));
        expect(back.slope).toBeCloseTo(-forth.slope, 10);
        expect(back.error).toBeCloseTo(forth.error, 10);
      }),
    );
  });
});

describe('significantProgress', () => {
  it('counts forgetting like learning', () => {
    expect(significantProgress({ slope: -0.05, error: 0.01 }, 1)).toBe(
      significantProgress({ slope: 0.05, error: 0.01 }, 1),
    );
  });

  it('keeps all of an exact slope and nothing within the error', () => {
    expect(significantProgress({ slope: 0.05, error: 0 }, 1)).toBe(0.05);
    expect(significantProgress({ slope: 0.01, error: 0.02 }, 1)).toBe(0);
    expect(significantProgress({ slope: 0, error: 0 }, 1)).toBe(0);
  });

  it('leaves less than half of the apparent progress of pure noise', () => {
    const rng = createRng('noise');
    let apparent = 0;
    let significant = 0;
    for (let i = 0; i < 2000; i += 1) {
      const progress = measureProgress(marksOf(Array.from({ length: 20 }, () => rng.float())));
      apparent += Math.abs(progress.slope);
      significant += significantProgress(progress, 1);
    }
    expect(significant / apparent).toBeLessThan(0.4);
  });

  it('property: never exceeds the slope, and never grows with the error', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), unit, unit, (slope, a, b) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)];
        const sure = significantProgress({ slope, error: small }, 1);
        expect(sure).toBeLessThanOrEqual(Math.abs(slope));
        expect(significantProgress({ slope, error: large }, 1)).toBeLessThanOrEqual(sure);
      }),
    );
  });
});
