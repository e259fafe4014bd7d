import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { createGate } from '../create-gate.ts';
import type { Trial } from '../gate.ts';
import { createErrorBudget } from './error-budget.ts';
import { openMarginTrial } from './margin-trial.ts';

type Draw = (rng: Rng) => readonly [incumbent: number, candidate: number];

/** Plays one trial for a margin of 0.1 as the first of a run; every task draws its chances of success. */
function play(tasks: number, draw: Draw, path: string, kind: 'sequential' | 'strict' = 'sequential'): Trial {
  const rng = createRng(`margin/${path}`);
  const ids = Array.from({ length: tasks }, (_, i) => `t${i}`);
  const trial = createGate({ kind, tasks: ids, repeats: 2 }, rng.fork('gate')).open({ id: 'x', prior: 4, margin: 0.1 });
  const chances = new Map(ids.map((id) => [id, draw(rng)]));
  for (let block = trial.next(); block.length > 0; block = trial.next()) {
    trial.report(
      block.map((rollout) => {
        const [incumbent, candidate] = chances.get(rollout.task)!;
        return { ...rollout, incumbent: Number(rng.chance(incumbent)), candidate: Number(rng.chance(candidate)) };
      }),
    );
  }
  return trial;
}

const accepted = (tasks: number, draw: Draw, runs: number): number =>
  Array.from({ length: runs }, (_, run) => Number(play(tasks, draw, `${tasks}/${run}`).verdict === 'accept')).reduce(
    (sum, one) => sum + one,
    0,
  ) / runs;

describe('a trial for a margin', () => {
  it.each<[string, Draw]>([
    ['everywhere a little', () => [0.9, 0.8]],
    ['on one task in ten, all', (rng) => (rng.chance(0.1) ? [1, 0] : [1, 1])],
  ])('seldom accepts what loses the margin %s', (_name, draw) => {
    for (const tasks of [40, 100]) expect(accepted(tasks, draw, 120)).toBeLessThanOrEqual(0.05);
  });

  it('accepts what loses nothing, more often the more tasks there are', () => {
    const same: Draw = (rng) => (rng.chance(0.1) ? [0.5, 0.5] : [0.97, 0.97]);
    expect(accepted(150, same, 60)).toBeGreaterThan(0.8);
    expect(accepted(80, () => [1, 1], 5)).toBe(1);
  });

  it('is undecided at once where not even equal scores could show it', () => {
    const trial = play(12, () => [1, 1], 'few');
    expect(trial.verdict).toBe('undecided');
    expect(trial.evidence()).toMatchObject({ pairs: 0, spent: 0 });
  });

  it('rejects early what falls behind by the margin', () => {
    const trial = play(120, () => [0.9, 0.4], 'behind');
    expect(trial.verdict).toBe('reject');
    expect(trial.evidence().looks).toBe(1);
  });

  it('strict: the mean must lie above the margin, without a test', () => {
    expect(play(12, () => [1, 1], 'strict', 'strict').verdict).toBe('accept');
    expect(play(12, () => [1, 0], 'strict', 'strict').verdict).toBe('reject');
  });

  /** Reports the differences in the order of the tasks, over and over, at a margin of 0.4 and a level of 0.2. */
  const run = (
    tasks: number,
    differences: readonly number[],
  ): {
    readonly blocks: readonly (readonly string[])[];
    readonly verdict: string | undefined;
    readonly left: number;
    readonly discoveries: number;
  } => {
    const budget = createErrorBudget(0.25, 1);
    const trial = openMarginTrial({
      candidate: 'x',
      tasks: Array.from({ length: tasks }, (_, i) => `t${i}`),
      repeats: 1,
      room: Infinity,
      firstRepeat: 0,
      hopeless: 0,
      share: budget.open(1),
      onEnd: () => undefined,
      margin: 0.4,
    });
    const blocks: string[][] = [];
    for (let block = trial.next(); block.length > 0; block = trial.next()) {
      blocks.push(block.map(({ task }) => task));
      trial.report(
        block.map((rollout) => {
          const difference = differences[Number(rollout.task.slice(1)) % differences.length]!;
          return { ...rollout, incumbent: Number(difference < 0), candidate: Number(difference > 0) };
        }),
      );
    }
    return { blocks, verdict: trial.verdict, left: budget.state().remaining, discoveries: budget.state().discoveries };
  };
  const neither = [1, -1];

  it.each([
    [32, [8, 8, 16]],
    [28, [14, 14]],
    [16, [8, 8]],
    [14, [14]],
  ])(
    'of %i tasks looks after a quarter, half and all of them, but at no fewer than eight: %j more each',
    (tasks, sizes) => {
      const { blocks } = run(tasks, neither);
      expect(blocks.map((block) => block.length)).toEqual(sizes);
      expect(new Set(blocks.flat()).size).toBe(tasks);
    },
  );

  it('is rejected with all tasks used up where the candidate is behind, and else undecided', () => {
    expect(run(16, neither)).toMatchObject({ verdict: 'undecided' });
    expect(run(16, [1, -1, 1, -1, 1, -1, -1, 0])).toMatchObject({ verdict: 'reject', blocks: { length: 2 } });
  });

  it('counts as a discovery only where it accepts', () => {
    expect(run(16, [1])).toMatchObject({ verdict: 'accept', discoveries: 1 });
    expect(run(16, [-1])).toMatchObject({ verdict: 'reject', discoveries: 0 });
    expect(run(16, neither)).toMatchObject({ verdict: 'undecided', discoveries: 0 });
  });

  it('gives its share of the error budget back only where it never looked', () => {
    expect(run(16, neither).left).toBeCloseTo(0.05, 12);
    expect(run(1, neither).left).toBeCloseTo(0.25, 12);
  });
});
