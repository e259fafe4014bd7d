import { describe, expect, it } from 'vitest';
import type { PairedOutcome } from '#foundation/contracts/certificates';
import { createRng } from '#foundation/kernel';
import { createGate } from '../create-gate.ts';
import { type TypeReport, watchTypes } from './watch-types.ts';

function watch(found: readonly PairedOutcome[]): TypeReport {
  return watchTypes(found, new Map(found.map(({ task }) => [task, task.split('-')[0]!])), 0.05);
}

/** So many tasks of each type, with the chance of each side to pass one. */
function outcomes(
  types: Readonly<Record<string, readonly [number, number]>>,
  each: number,
  seed: number,
): PairedOutcome[] {
  const rng = createRng(`falls/${seed}`);
  return Object.entries(types).flatMap(([type, [before, after]]) =>
    Array.from({ length: each }, (_, i) => ({
      task: `${type}-${i}`,
      incumbent: Number(rng.chance(before)),
      candidate: Number(rng.chance(after)),
    })),
  );
}

describe('types that fall', () => {
  it('are told, though the whole is better', () => {
    const found = watch(outcomes({ up: [0.1, 1], down: [1, 0.4] }, 30, 1)).fallen;
    expect(found).toMatchObject([{ type: 'down', tasks: 30 }]);
    expect(found[0]!.after).toBeLessThan(found[0]!.before);
  });

  it('are told in at most one trial of twenty where nothing fell, and nearly always where half of a type is lost', () => {
    const told = (types: Parameters<typeof outcomes>[0]): number =>
      Array.from({ length: 400 }, (_, seed) => watch(outcomes(types, 20, seed))).filter(
        ({ fallen }) => fallen.length > 0,
      ).length / 400;
    expect(told({ a: [0.6, 0.6], b: [0.6, 0.6], c: [0.6, 0.6] })).toBeLessThanOrEqual(0.05);
    expect(told({ a: [0.3, 0.9], b: [0.95, 0.45] })).toBeGreaterThan(0.8);
  });

  it('are none where all tasks are of one type, or nothing was measured', () => {
    const nothing = { fallen: [], unwatched: [] };
    expect(watch(outcomes({ only: [1, 0] }, 30, 1))).toEqual(nothing);
    expect(watch([])).toEqual(nothing);
  });

  it('are named where they are too few to tell: five tasks of two types, not six', () => {
    expect(watch(outcomes({ some: [1, 0], more: [0, 1] }, 5, 1))).toEqual({ fallen: [], unwatched: ['some', 'more'] });
    const six = watch(outcomes({ some: [1, 0], more: [0, 1] }, 6, 1));
    expect([six.fallen.map(({ type }) => type), six.unwatched]).toEqual([['some'], []]);
  });
});

describe('a gate that knows the types of tasks', () => {
  const tasks = Array.from({ length: 40 }, (_, i) => `${i % 4 === 0 ? 'odd' : 'usual'}-${i}`);
  const types = new Map(tasks.map((task) => [task, task.split('-')[0]!]));
  const verdictOf = (settings: Partial<Parameters<typeof createGate>[0]>, margin?: number): string | undefined => {
    const gate = createGate({ tasks, ...settings }, createRng('types'));
    const trial = gate.open({ id: 'x', ...(margin === undefined ? {} : { margin }) });
    while (trial.verdict === undefined) {
      const isOdd = (task: string): boolean => task.startsWith('odd');
      trial.report(
        trial
          .next()
          .map((one) => ({ ...one, incumbent: Number(isOdd(one.task)), candidate: Number(!isOdd(one.task)) })),
      );
    }
    return trial.verdict;
  };

  it.each([undefined, 0.3])('refuses what is better on the whole and worse on one of them (margin %s)', (margin) => {
    expect(verdictOf({}, margin)).toBe('accept');
    expect(verdictOf({ types }, margin)).toBe('reject');
  });
});
