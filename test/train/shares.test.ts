import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createErrorBudget } from '../../src/ratchet/gate/trials/error-budget.ts';
import { TrainShares } from '../../src/ratchet/audit/train-shares.ts';

describe('the shares that an audit computes again', () => {
  it('are those of the gate, over 200 runs of trials of any weight, early ones, such that looked at nothing, and such that were cut off', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const rng = createRng(`train-shares/${seed}`);
      const [alpha, tries] = [0.01 + 0.2 * rng.float(), 1 + rng.below(9)];
      const budget = createErrorBudget(alpha, tries);
      const shares = new TrainShares(alpha, tries);
      let acceptances = 0;
      for (let trial = 0; trial < 20; trial += 1) {
        const weight = 6 * rng.float();
        const part = rng.chance(0.3) ? 0.05 : undefined;
        const [hasLooked, isAccepted, isCut] = [rng.chance(0.8), rng.chance(0.2), rng.chance(0.1)];
        const own = budget.open(Math.min(4, Math.max(0.25, weight)), part);
        const looks = isCut ? undefined : Number(hasLooked);
        const level = shares.take({ weight, ...(part === undefined ? {} : { part }) }, looks, acceptances);
        expect(level).toBeCloseTo(own.level, 12);
        if (isCut) continue;
        own.close({ hasLooked, isAccepted: hasLooked && isAccepted });
        acceptances += Number(hasLooked && isAccepted);
      }
    }
  });

  it('are not known of a trial that does not say what its share follows from', () => {
    const shares = new TrainShares(0.05, 1);
    expect(shares.take({}, 1, 0)).toBeUndefined();
    expect(shares.take({ weight: 1, part: -1 }, 1, 0)).toBeUndefined();
    expect(shares.take({ weight: Number.NaN }, 1, 0)).toBeUndefined();
  });
});
