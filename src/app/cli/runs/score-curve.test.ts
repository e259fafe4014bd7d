import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, RunEvent } from '#foundation/contracts';
import { scoreCurve, stretchesOf } from './score-curve.ts';
import { showDuration } from './show-time.ts';
import { sparkline } from './sparkline.ts';

function events(...data: readonly Json[]): readonly RunEvent[] {
  return data.map((one, seq) => ({ v: 1, run: 'r', seq, type: 'episode-ended', data: one }));
}

describe('scoreCurve', () => {
  it('takes the first name a run uses, and skips events that tell nothing', () => {
    const run = events({ reward: 1 }, null, 'text', { reward: 'high' }, { reward: 2, score: 7 });
    expect(scoreCurve(run)).toEqual({ field: 'score', points: [{ seq: 4, score: 7 }] });
    expect(scoreCurve(run.slice(0, 4))).toEqual({ field: 'reward', points: [{ seq: 0, score: 1 }] });
    expect(scoreCurve([]).points).toEqual([]);
  });
});

describe('stretchesOf', () => {
  it('property: covers every point once, in order, with means between the extremes', () => {
    const score = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(
        fc.array(score, { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 60 }),
        (scores, count) => {
          const stretches = stretchesOf(
            scores.map((one, seq) => ({ seq, score: one })),
            count,
          );
          expect(stretches).toHaveLength(Math.min(count, scores.length));
          expect(Math.min(...stretches.map(({ low }) => low))).toBe(Math.min(...scores));
          expect(Math.max(...stretches.map(({ high }) => high))).toBe(Math.max(...scores));
          const sum = stretches.reduce(
            (total, { mean, seq }, i) => total + mean * ((stretches[i + 1]?.seq ?? scores.length) - seq),
            0,
          );
          expect(sum).toBeCloseTo(
            scores.reduce((total, one) => total + one, 0),
            3,
          );
        },
      ),
    );
  });
});

describe('the sparkline of a score', () => {
  it('uses all eight blocks for eight equal steps, and the middle for equal values', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe('▁▂▃▄▅▆▇█');
    expect(sparkline([-5, -5])).toBe('▄▄');
    expect(sparkline([])).toBe('');
  });
});

describe('showDuration', () => {
  it.each([
    [0, '0.0 s'],
    [9949, '9.9 s'],
    [9950, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 min 0 s'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
  ])('says %i ms as %s', (ms, text) => {
    expect(showDuration(ms)).toBe(text);
  });
});
