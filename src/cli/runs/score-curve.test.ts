import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, RunEvent } from '#contracts';
import { niceTicks } from './nice-ticks.ts';
import { scorePlot } from './score-plot.ts';
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

describe('sparkline', () => {
  it('uses all eight blocks for eight equal steps, and the middle for equal values', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe('▁▂▃▄▅▆▇█');
    expect(sparkline([-5, -5])).toBe('▄▄');
    expect(sparkline([])).toBe('');
  });
});

describe('niceTicks', () => {
  it.each([
    [-0.15, 1.106, [0, 0.5, 1]],
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [-30, 70, [-20, 0, 20, 40, 60]],
    [0.5, 0.6, [0.5, 0.52, 0.54, 0.56, 0.58, 0.6]],
  ])('between %d and %d are round', (low, high, ticks) => {
    expect(niceTicks(low, high, 5)).toEqual(ticks);
  });

  it('property: are at least two, at most one more than asked for, increasing and within', () => {
    const bound = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(bound, bound, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(high - low > 1e-3);
        const ticks = niceTicks(low, high, 5);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(6);
        for (const [i, tick] of ticks.entries()) {
          expect(tick).toBeGreaterThanOrEqual(low - 1e-6);
          expect(tick).toBeLessThanOrEqual(high + 1e-6);
          expect(tick).toBeGreaterThan(ticks[i - 1] ?? -Infinity);
        }
      }),
    );
  });
});

describe('scorePlot', () => {
  it('draws one point, equal scores and none without a number that is not one', () => {
    for (const scores of [[], [1], [2, 2, 2]]) {
      const svg = scorePlot({ field: 'score', points: scores.map((score, seq) => ({ seq, score })) });
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
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
