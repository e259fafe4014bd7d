import { expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { differenceInterval } from './difference-interval.ts';

it('gives the interval of the source: 56/70 against 48/80', () => {
  const share = (successes: number, n: number): number[] =>
    Array.from({ length: n }, (_, i) => (i < successes ? 1 : 0));
  const { difference, low, high } = differenceInterval(share(56, 70), share(48, 80), 0.95);
  expect(difference).toBeCloseTo(0.2, 12);
  expect(low).toBeCloseTo(0.0524, 4);
  expect(high).toBeCloseTo(0.3339, 4);
});

it('is wide where a few scores are all equal, and covers the truth of small samples', () => {
  expect(differenceInterval([1, 1, 1], [1, 1, 1], 0.95)).toMatchObject({ difference: 0 });
  expect(differenceInterval([1, 1, 1], [1, 1, 1], 0.95).low).toBeLessThan(-0.5);
  const rng = createRng('difference-interval');
  for (const [p, q] of [
    [0.9, 0.3],
    [0.98, 0.98],
    [0.5, 0.6],
  ] as const) {
    let covered = 0;
    const draw = (chance: number): number[] => Array.from({ length: 4 }, () => (rng.chance(chance) ? 1 : 0));
    for (let run = 0; run < 1000; run += 1) {
      const { low, high } = differenceInterval(draw(p), draw(q), 0.95);
      covered += low <= p - q && p - q <= high ? 1 : 0;
    }
    expect(covered).toBeGreaterThan(930);
  }
});
