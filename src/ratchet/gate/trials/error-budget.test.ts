import { describe, expect, it } from 'vitest';
import { createErrorBudget } from './error-budget.ts';

describe('the error budget of a run', () => {
  it.each([1, 4])(
    'never gives out more than alpha where nothing is accepted, and nearly all of it (%i expected)',
    (tries) => {
      const budget = createErrorBudget(0.05, tries);
      let sum = 0;
      for (let trial = 0; trial < 5000; trial += 1) {
        const share = budget.open(1);
        sum += share.level;
        share.close({ hasLooked: true, isAccepted: false });
      }
      expect(sum).toBeLessThanOrEqual(0.05 + 1e-12);
      expect(sum).toBeGreaterThan(0.0495);
    },
  );

  it('gives the one expected trial four fifths, and takes a share back only if no data was looked at', () => {
    const budget = createErrorBudget(0.05, 1);
    const untouched = budget.open(1);
    untouched.close({ hasLooked: false, isAccepted: false });
    const first = budget.open(1);
    expect(first.level).toBeCloseTo(0.04, 12);
    first.close({ hasLooked: true, isAccepted: false });
    expect(budget.open(1).level).toBeLessThan(0.01);
  });
});
