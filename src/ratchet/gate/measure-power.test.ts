import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import type { Tests, TrialPair } from './gate.ts';
import { fewestTasks, measurePower } from './measure-power.ts';

const tasks = Array.from({ length: 50 }, (_, i) => `t${i}`);

/** What a gate that accepts everything is shown: 120 candidates of the least gain, then 120 copies; each task twice. */
function played(score: number): { readonly gaining: TrialPair[]; readonly copies: TrialPair[] } {
  const shown: TrialPair[] = [];
  const gate: Tests = {
    open: ({ id }) => {
      let isOver = false;
      return {
        candidate: id,
        next: () => (isOver ? [] : [0, 1].flatMap((repeat) => tasks.map((task) => ({ task, repeat })))),
        report(pairs) {
          shown.push(...pairs.toSorted((a, b) => tasks.indexOf(a.task) - tasks.indexOf(b.task)));
          isOver = true;
        },
        verdict: 'accept',
        action: 'accept',
        evidence: () => {
          throw new Error('nobody asks');
        },
      };
    },
    snapshot: () => null,
  };
  measurePower({ tasks, alpha: 0.05 }, () => gate, createRng('measure-power'), score);
  return { gaining: shown.slice(0, shown.length / 2), copies: shown.slice(shown.length / 2) };
}

/** Two rollouts of one task have nothing in common but its chance: their covariance is the variance of the chances. */
function varianceOfChances(pairs: readonly TrialPair[], score: number): number {
  const products = pairs.flatMap(({ incumbent }, i) =>
    i % 2 === 0 ? [(incumbent! - score) * (pairs[i + 1]!.incumbent! - score)] : [],
  );
  return mean(products);
}

// 6000 tasks: the standard deviations of these figures are below 0.006.
describe.each([
  [0.5, 0.09],
  [0.7, 0.09],
  [0.8, 0.09],
  // Near 0 and 1 a Beta with k = ½ has what spread there is: s (1 − s) / (k + 1).
  [0.95, (0.95 * 0.05) / 1.5],
])('the tasks that power is played with at a mean score of %f', (score, variance) => {
  it('have chances of this mean, and of a standard deviation of 0.3 where there is room for it', () => {
    const { copies } = played(score);
    expect(Math.abs(mean(copies.map(({ incumbent }) => incumbent!)) - score)).toBeLessThan(0.015);
    expect(Math.abs(varianceOfChances(copies, score) - variance)).toBeLessThan(0.015);
  });

  it('are solved more often by the gain, and by a copy as often', () => {
    const { gaining, copies } = played(score);
    const gain = (pairs: readonly TrialPair[]): number =>
      mean(pairs.map(({ incumbent, candidate }) => candidate! - incumbent!));
    expect(Math.abs(gain(gaining) - 0.05)).toBeLessThan(0.02);
    expect(Math.abs(gain(copies))).toBeLessThan(0.02);
  });
});

describe('the fewest tasks that find a gain', () => {
  /** Asks how many it takes of a gate that accepts as told, without a rollout; `nth` counts the plays of one size. */
  const fewest = (accepts: (tasks: number, nth: number) => boolean): number | null => {
    const plays = new Map<number, number>();
    const makeGate = ({ length }: readonly string[]): Tests => {
      const nth = plays.get(length) ?? 0;
      plays.set(length, nth + 1);
      const verdict = accepts(length, nth) ? 'accept' : 'reject';
      return {
        open: ({ id }) => ({
          candidate: id,
          next: () => [],
          report: () => undefined,
          verdict,
          action: verdict,
          evidence: () => {
            throw new Error('nobody asks');
          },
        }),
        snapshot: () => null,
      };
    };
    return fewestTasks(0.1, makeGate, createRng('fewest'));
  };

  it('are the least size that finds it four times out of five, and none where no size does', () => {
    expect(fewest(() => true)).toBe(8);
    expect(fewest((size) => size >= 41)).toBe(50);
    expect(fewest(() => false)).toBeNull();
    expect(fewest((_, nth) => nth % 5 > 0)).toBe(8);
    expect(fewest((_, nth) => nth % 4 > 0)).toBeNull();
  });

  it('are judged by all plays, and a size that is far off by a few of them', () => {
    // The first 30 plays are the look.
    expect(fewest((size, nth) => size === 20 && (nth >= 30 || nth < 20))).toBe(20);
    expect(fewest((_, nth) => nth >= 30 || nth < 19)).toBeNull();
  });
});
