import { describe, expect, it } from 'vitest';
import { usualSettings } from '../settings.ts';
import { differenceBetween, pairedDifference, taskMeans } from './paired-difference.ts';

const scores = (...values: readonly number[]): Map<string, number> =>
  new Map(values.map((value, i) => [`t${i}`, value]));
const rollout = (id: string, hard: number | null): never =>
  ({
    task: { id },
    outcome: hard === null ? { kind: 'unscored' } : { kind: 'scored', score: { hard, soft: 0 } },
  }) as never;

describe('a paired difference', () => {
  it('is first minus second over the tasks that both have, with an interval around it', () => {
    const found = differenceBetween(scores(1, 1, 0, 1, 1, 0), scores(0, 0, 1, 0))!;
    expect(found).toMatchObject({ mean: 0.5, wins: 3, losses: 1 });
    expect(found.low).toBeLessThan(0.5);
    expect(found.high).toBeGreaterThan(0.5);
    expect(differenceBetween(scores(0, 1), scores(1, 1))).toMatchObject({ mean: -0.5, wins: 0, losses: 1 });
  });

  it('has a width where one task is all or nothing differs, and says how much worse the first may be', () => {
    expect(differenceBetween(scores(1), scores(0))).toMatchObject({ mean: 1, high: 1, wins: 1, losses: 0 });
    expect(differenceBetween(scores(1), scores(0))!.low).toBeLessThan(-0.9);
    const ties = scores(...new Array<number>(16).fill(1));
    const found = differenceBetween(ties, ties)!;
    expect(found).toMatchObject({ mean: 0, wins: 0, losses: 0 });
    expect(found.low).toBeCloseTo(-0.206, 3);
    expect(found.high).toBeCloseTo(0.206, 3);
    expect(found.atLeast).toBeCloseTo(-0.171, 3);
  });

  it('is nothing where no task has both', () => {
    expect(differenceBetween(scores(1), new Map([['other', 1]]))).toBeUndefined();
    expect(pairedDifference([], [], usualSettings)).toBeUndefined();
  });

  it('counts the mean of a task once, and no outage', () => {
    const made = [rollout('a', 1), rollout('a', 0), rollout('b', null), rollout('c', 1)];
    expect([...taskMeans(made, usualSettings)]).toEqual([
      ['a', 0.5],
      ['c', 1],
    ]);
  });
});
