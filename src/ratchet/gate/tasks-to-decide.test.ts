import { describe, expect, it } from 'vitest';
import { usualNeeds } from './create-gate.ts';
import { gainToDecide, tasksToDecide } from './tasks-to-decide.ts';

const outcomes = (differences: readonly number[]): never =>
  differences.map((difference, i) => ({ task: `t${i}`, incumbent: 0.5, candidate: 0.5 + difference })) as never;

describe('tasks that would decide', () => {
  it('are unknown without a gain, or with one task', () => {
    expect(tasksToDecide(outcomes([]), 0.05)).toBeNull();
    expect(tasksToDecide(outcomes([0.5]), 0.05)).toBeNull();
    expect(tasksToDecide(outcomes([0.2, -0.2]), 0.05)).toBeNull();
    expect(tasksToDecide(outcomes([-0.1, -0.1]), 0.05)).toBeNull();
  });

  it('follow the sample size of a paired comparison: (s² + 1/n) (z₁ + z₂)² / d̄²', () => {
    const differences = [0.5, -0.5, 0.5, 0.5, -0.5, 0.5, 0.5, 0, 0, 0.5];
    const mean = 0.2;
    const squares = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 9;
    const needed = ((squares + 0.1) * (1.6448536 + 0.8416212) ** 2) / mean ** 2;
    expect(tasksToDecide(outcomes(differences), 0.05)).toBe(Math.ceil(needed));
  });

  it('are more for a smaller gain and a lower level', () => {
    const some = tasksToDecide(outcomes([0.2, 0.1, 0.3, 0.2]), 0.05)!;
    expect(tasksToDecide(outcomes([0.1, 0, 0.2, 0.1]), 0.05)).toBeGreaterThan(some);
    expect(tasksToDecide(outcomes([0.2, 0.1, 0.3, 0.2]), 0.001)).toBeGreaterThan(some);
  });
});

describe('the gain that tasks would decide', () => {
  it('is about what the gate was played to find 80 % of the time, and less where it takes many tasks', () => {
    for (const { gain, tasks } of usualNeeds) {
      const ratio = gainToDecide(tasks, 0.05, 0.5) / gain;
      expect(ratio).toBeGreaterThan(tasks < 100 ? 0.8 : 0.5);
      expect(ratio).toBeLessThan(1.2);
    }
    expect(usualNeeds.map(({ gain }) => gain)).toEqual([0.05, 0.1, 0.2]);
  });

  it('falls with the tasks, rises for a lower level, and is all there is without tasks', () => {
    expect(gainToDecide(15, 0.05, 0.9)).toBeGreaterThan(gainToDecide(40, 0.05, 0.9));
    expect(gainToDecide(15, 0.01, 0.9)).toBeGreaterThan(gainToDecide(15, 0.05, 0.9));
    expect(gainToDecide(0, 0.05, 0.9)).toBe(1);
    expect(gainToDecide(1, 0.001, 0.9)).toBe(1);
  });

  it('is bounded by the guard where a task that nobody has seen may lose much', () => {
    expect(gainToDecide(6, 0.05, 1)).toBeCloseTo(0.05 ** (-1 / 6) - 1, 9);
    expect(gainToDecide(6, 0.05, 0)).toBeLessThan(gainToDecide(6, 0.05, 1));
  });
});
