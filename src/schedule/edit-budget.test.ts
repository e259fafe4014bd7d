import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editBudget, type EditBudgetRule, roundHalfEven } from './edit-budget.ts';

function run(rule: EditBudgetRule, max: number, min: number, steps: number): number[] {
  return Array.from({ length: steps }, (_, i) => editBudget({ rule, max, min, steps }, i + 1));
}

describe('the edit budget', () => {
  it('decays 4 → 2 over 8 steps as the original did', () => {
    expect(run('linear', 4, 2, 8)).toEqual([4, 4, 3, 3, 3, 2, 2, 2]);
    expect(run('cosine', 4, 2, 8)).toEqual([4, 4, 3, 3, 3, 2, 2, 2]);
  });

  it('rounds halves to even: 2.5 → 2 and 3.5 → 4, where Math.round says 3', () => {
    expect([0.5, 1.5, 2.5, 3.5, -0.5, -1.5, 2.4, 2.6].map(roundHalfEven)).toEqual([0, 2, 2, 4, 0, -2, 2, 3]);
    expect(editBudget({ rule: 'linear', max: 4, min: 1, steps: 2 }, 1)).toBe(2);
    expect(editBudget({ rule: 'cosine', max: 4, min: 1, steps: 2 }, 1)).toBe(2);
  });

  it('stays constant, is unbound when autonomous, and is max when there is one step', () => {
    expect(run('constant', 4, 2, 3)).toEqual([4, 4, 4]);
    expect(run('autonomous', 4, 2, 2)).toEqual([999, 999]);
    expect(run('linear', 4, 2, 1)).toEqual([4]);
    expect(run('cosine', 4, 2, 1)).toEqual([4]);
  });

  it('lets the floor win where min is above max', () => {
    expect(run('linear', 2, 5, 4)).toEqual([5, 5, 5, 5]);
  });

  it('stays at min past the last step', () => {
    expect(editBudget({ rule: 'cosine', max: 9, min: 3, steps: 4 }, 7)).toBe(3);
  });

  it('property: never rises, stays within its bounds and ends at min', () => {
    const size = fc.integer({ min: 0, max: 50 });
    const rule = fc.constantFrom<EditBudgetRule>('linear', 'cosine');
    fc.assert(
      fc.property(rule, size, size, fc.integer({ min: 2, max: 40 }), (rule, a, b, steps) => {
        const budgets = run(rule, Math.max(a, b), Math.min(a, b), steps);
        expect(budgets.at(-1)).toBe(Math.min(a, b));
        for (const [i, budget] of budgets.entries()) {
          expect(budget).toBeLessThanOrEqual(budgets[i - 1] ?? Math.max(a, b));
          expect(budget).toBeGreaterThanOrEqual(Math.min(a, b));
        }
      }),
    );
  });

  it('refuses what is no count', () => {
    const bad = expect.objectContaining({ code: 'schedule/bad-observation' });
    expect(() => editBudget({ rule: 'constant', max: 1.5, min: 0, steps: 1 }, 1)).toThrow(bad);
    expect(() => editBudget({ rule: 'constant', max: 1, min: 0, steps: 1 }, -1)).toThrow(bad);
  });
});
