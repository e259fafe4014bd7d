import { expect, it } from 'vitest';
import { benchGate } from './gate-suite.ts';

/** How far beyond its goal a share of 600 plays lies, in standard deviations. */
function beyond(value: number, goal: string): number {
  const bound = Number(goal.slice(3));
  const off = goal.startsWith('>=') ? bound - value : value - bound;
  return off / Math.sqrt((bound * (1 - bound)) / 600);
}

it(
  'of 600 runs of 100 tasks the gate finds gains as often as it should, and accepts what has none in at most 5 %',
  {
    timeout: 600_000,
  },
  () => {
    const { targets, configuration } = benchGate({ quick: false, seed: 2, environment: {}, note: () => {} });
    expect(configuration).toMatchObject({ plays: 600, validation: 40 });
    expect(targets).toHaveLength(7);
    for (const { name, value, goal } of targets) expect(beyond(value!, goal), name).toBeLessThanOrEqual(2);
  },
);
