import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Usage } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { createBudget } from './budget.ts';

const usage = (promptTokens: number, completionTokens: number, dollars?: number): Usage => ({
  calls: 1,
  promptTokens,
  completionTokens,
  ...(dollars === undefined ? {} : { dollars }),
});

describe('the budget of calls', () => {
  it('property: no limit is ever passed, whatever calls use up to their ceilings', () => {
    const calls = fc.array(
      fc.record({
        ceiling: fc.nat(100),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        count: fc.integer({ min: 1, max: 5 }),
      }),
    );
    fc.assert(
      fc.property(calls, fc.nat(400), fc.integer({ min: 1, max: 20 }), (blocks, tokens, most) => {
        const budget = createBudget({ limits: { tokens, calls: most } });
        for (const { ceiling, share, count } of blocks) {
          const asked = { role: 'target', usage: usage(ceiling, 0), rollouts: 1 } as const;
          const fits = Math.min(count, budget.room(asked));
          expect(() => budget.reserve(budget.room(asked) + 1, asked)).toThrow(Fault);
          const held = budget.reserve(fits, asked);
          for (let i = 0; i < fits; i += 1) held.settle('rollout', usage(Math.floor(share * ceiling), 0));
          budget.close();
          const spent = budget.spent();
          expect(spent.promptTokens).toBeLessThanOrEqual(tokens);
          expect(spent.calls).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('holds room for calls under way, so two at once cannot both take the last of it', () => {
    const budget = createBudget({ limits: { tokens: 100 } });
    const ceiling = { role: 'optimizer', usage: usage(60, 0), rollouts: 0 } as const;
    const first = budget.reserve(1, ceiling);
    expect(() => budget.reserve(1, ceiling)).toThrow(expect.objectContaining({ code: 'loops/budget-spent' }));
    first.settle('analyst', usage(10, 0));
    // Not before the books are closed: what a reservation finds must not depend on which call ended first.
    expect(() => budget.reserve(1, ceiling)).toThrow(Fault);
    budget.close();
    expect(budget.room(ceiling)).toBe(1);
  });

  it('charges the ceiling where the usage is unknown', () => {
    const budget = createBudget({ limits: {} });
    budget.reserve(1, { role: 'target', usage: usage(70, 30), rollouts: 1 }).settle('rollout', undefined);
    expect(budget.spent()).toMatchObject({ promptTokens: 70, completionTokens: 30, rollouts: 1 });
    expect(budget.unknown()).toBe(1);
  });

  it('refuses a limit in money without a price, and counts by the price or the told dollars', () => {
    const ceiling = { role: 'target', usage: usage(1_000_000, 0), rollouts: 1 } as const;
    expect(() => createBudget({ limits: { dollars: 1 } }).reserve(1, ceiling)).toThrow(
      expect.objectContaining({ code: 'loops/no-price' }),
    );
    const budget = createBudget({ limits: { dollars: 3 }, prices: { target: { prompt: 2, completion: 8 } } });
    budget.reserve(1, ceiling).settle('rollout', usage(500_000, 0));
    budget.close();
    expect(budget.spent().dollars).toBeCloseTo(1, 12);
    expect(budget.room(ceiling)).toBe(1);
    budget.reserve(1, ceiling).settle('rollout', usage(1, 0, 1.5));
    budget.close();
    expect(budget.spent().dollars).toBeCloseTo(2.5, 12);
    expect(budget.room(ceiling)).toBe(0);
  });

  it('keeps room aside until it is given back', () => {
    const budget = createBudget({ limits: { rollouts: 10 } });
    const ceiling = { role: 'target', usage: usage(0, 0), rollouts: 1 } as const;
    const giveBack = budget.setAside(4, ceiling);
    expect(budget.room(ceiling)).toBe(6);
    expect(() => budget.setAside(7, ceiling)).toThrow(expect.objectContaining({ code: 'loops/budget-too-small' }));
    giveBack();
    giveBack();
    expect(budget.room(ceiling)).toBe(10);
  });
});
