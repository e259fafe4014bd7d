import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { sealedHeadline, validationHeadline } from './headline.ts';

describe('sealedHeadline', () => {
  it.each([
    { truth: 0.3, graded: false },
    { truth: 0.9, graded: false },
    { truth: 0.98, graded: false },
    { truth: 0.7, graded: true },
  ])('covers $truth at least 93 % of the time without bias (graded: $graded)', ({ truth, graded }) => {
    const rng = createRng(`headline/${truth}`);
    let covered = 0;
    let bias = 0;
    for (let run = 0; run < 400; run += 1) {
      const scores = Array.from({ length: 60 }, () => [
        graded ? Math.min(1, truth * 2 * rng.float()) : Number(rng.chance(truth)),
      ]);
      // E min(1, 1.4u) = 1 − 1/(4·0.7) for a uniform u.
      const target = graded ? 1 - 1 / (4 * truth) : truth;
      const { score, interval } = sealedHeadline(scores);
      if (interval.low <= target && target <= interval.high) covered += 1;
      bias += (score - target) / 400;
    }
    expect(covered / 400).toBeGreaterThanOrEqual(0.93);
    expect(Math.abs(bias)).toBeLessThan(0.02);
  });

  it('is not certain when every task is solved, and counts tasks, not repeats', () => {
    const once = sealedHeadline(Array.from({ length: 20 }, () => [1]));
    const often = sealedHeadline(Array.from({ length: 20 }, () => [1, 1, 1, 1]));
    expect(once.interval.low).toBeLessThan(0.85);
    expect(often).toEqual(once);
    expect(() => sealedHeadline([[]])).toThrow(/no task/u);
  });
});

describe('validationHeadline', () => {
  it('takes the luck of the winner off: the best of twenty equal skills is told at its true score', () => {
    const rng = createRng('winner');
    let told = 0;
    let optimism = 0;
    const draw = (): number[][] => Array.from({ length: 40 }, () => [Number(rng.chance(0.7))]);
    const total = (scores: number[][]): number => scores.flat().reduce((sum, score) => sum + score, 0);
    for (let run = 0; run < 200; run += 1) {
      const best = Array.from({ length: 20 }, draw).reduce((a, b) => (total(b) > total(a) ? b : a));
      const headline = validationHeadline(best, draw());
      told += headline.score / 200;
      optimism += headline.optimism / 200;
    }
    expect(Math.abs(told - 0.7)).toBeLessThan(0.02);
    expect(optimism).toBeGreaterThan(0.1);
  });
});

it('allows for the luck of tasks: of skills that only these tasks tell apart, the chosen one is not promised too much', () => {
  const rng = createRng('luck of tasks');
  const [skills, tasks, runs, truth] = [8, 25, 400, 0.5];
  let [missed, missedAlone] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    // No luck in a rollout: each skill solves a task always or never, so fresh rollouts show the same again.
    const solved = Array.from({ length: skills }, () =>
      Array.from({ length: tasks }, () => [rng.chance(truth) ? 1 : 0]),
    );
    const best = solved.toSorted((a, b) => sum(b) - sum(a))[0]!;
    missed += validationHeadline(best, best, { tried: skills }).interval.low > truth ? 1 : 0;
    missedAlone += validationHeadline(best, best).interval.low > truth ? 1 : 0;
  }
  expect(missed / runs).toBeLessThanOrEqual(0.05);
  expect(missedAlone / runs).toBeGreaterThan(0.05);
});

function sum(scores: readonly (readonly number[])[]): number {
  return scores.reduce((total, [score]) => total + score!, 0);
}

describe('the optimism of a headline', () => {
  it('leaves out tasks that the trial has no score of, and is none where it has none', () => {
    expect(validationHeadline([[1, 0], [], [1]], [[0.5], [0.5]]).optimism).toBeCloseTo(0.25, 12);
    expect(validationHeadline([[], []], [[0.5], [0.5]]).optimism).toBe(0);
  });

  it('goes with an interval that is wider the more skills were tried', () => {
    const fresh = Array.from({ length: 20 }, (_, i) => [i % 2]);
    const width = (tried: number): number => {
      const { interval } = validationHeadline([], fresh, { tried });
      return interval.high - interval.low;
    };
    expect(width(10)).toBeGreaterThan(width(1));
    expect(width(0)).toBe(width(1));
  });
});
