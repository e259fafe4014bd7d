import { describe, expect, it } from 'vitest';
import { type Standing, stillPossible } from './still-possible.ts';

const chance = (change: Partial<Standing> = {}): number =>
  stillPossible({
    differences: [1, 0, 1, 0],
    repeats: 1,
    lastTasks: 16,
    lastRepeats: 1,
    lastLevel: 0.05,
    ...change,
  });

describe('the chance that a trial still accepts', () => {
  it('is the predictive power at its last look', () => {
    // z = ½ √(4 / (1/3 + 1/4)), ρ = 4: Φ((2 z − 1.645) / √3).
    expect(chance()).toBeCloseTo(0.713, 3);
    // Repeats remove half of the variance: ρ = 4 / (½ + ½ · 1/4) = 6.4.
    expect(chance({ lastRepeats: 4 })).toBeCloseTo(0.7635, 3);
  });

  it('is open before two tasks were seen, and none without a level', () => {
    expect(chance({ differences: [-1] })).toBe(1);
    expect(chance({ differences: [1, 1] })).toBeLessThan(1);
    expect(chance({ lastLevel: 0 })).toBe(0);
  });

  it('is settled where nothing more will be learnt', () => {
    expect(chance({ lastTasks: 4, lastLevel: 0.1 })).toBe(1);
    expect(chance({ lastTasks: 4, lastLevel: 0.05 })).toBe(0);
  });
});
