import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnKnobs } from '../knobs.ts';
import { adjustVerifyShare, createVerifyShare, observeVerification, type VerifyShare } from './verify-share.ts';

const knobs = turnKnobs();

function after(steps: number, held: boolean, waiting: number): VerifyShare {
  let share = createVerifyShare(knobs);
  for (let i = 0; i < steps; i += 1) {
    share = observeVerification(share, held, 1, knobs);
    share = adjustVerifyShare(
      share,
      Array.from({ length: waiting }, () => 1),
      knobs,
    );
  }
  return share;
}

describe('alpha_verify', () => {
  it('rises to its limit while good patches pile up', () => {
    expect(after(1, true, 50).alpha).toBeGreaterThan(knobs.verifyStart);
    expect(after(100, true, 50).alpha).toBe(knobs.verifyHigh);
  });

  it('falls when nothing waits', () => {
    expect(after(100, true, 0).alpha).toBe(knobs.verifyLow);
  });

  it('falls when what is verified never holds, however much waits', () => {
    expect(after(100, false, 50).alpha).toBe(knobs.verifyLow);
  });

  it('does not count patches far below the priority of those that held', () => {
    let share = createVerifyShare(knobs);
    for (let i = 0; i < 50; i += 1) share = observeVerification(share, true, 1, knobs);
    const poor = adjustVerifyShare(
      share,
      Array.from({ length: 50 }, () => 0.1),
      knobs,
    );
    expect(poor.alpha).toBeLessThan(share.alpha);
  });

  it('property: stays within its limits and never falls because more good patches wait', () => {
    const state = fc.record({
      alpha: fc.double({ min: 0.05, max: 0.4, noNaN: true }),
      yield: fc.double({ min: 0, max: 1, noNaN: true }),
      priority: fc.double({ min: 0, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(state, fc.array(fc.double({ min: 0, max: 20, noNaN: true })), (share, priorities) => {
        const { alpha } = adjustVerifyShare(share, priorities, knobs);
        expect(alpha).toBeGreaterThanOrEqual(knobs.verifyLow);
        expect(alpha).toBeLessThanOrEqual(knobs.verifyHigh);
        expect(adjustVerifyShare(share, [...priorities, 20], knobs).alpha).toBeGreaterThanOrEqual(alpha);
      }),
    );
  });
});
