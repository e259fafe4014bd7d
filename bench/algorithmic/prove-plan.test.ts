import { describe, expect, it } from 'vitest';
import { planProgram, type StepProgram } from '#learners/machine/plans/programs';
import { checkProof, parseDimacs } from '#logic/sat';
import { provePlan } from './prove-plan.ts';

/** Up on one class, down on the other; below zero it stays. */
const depth: StepProgram = {
  kind: 'automaton',
  classes: 2,
  states: 1,
  counters: 1,
  next: new Array<number>(6).fill(0),
  // Up is 1, down is 2.
  moves: [[1, 1, 0, 2, 2, 0]],
  answers: [1, 0, 0],
};

describe('provePlan', () => {
  const plan = planProgram(depth, { maxLength: 16 });

  it('proves that a count wide enough never wraps, and the bound that the runs suggest', () => {
    const claims = provePlan(plan, 16, [{ least: -1, most: 16 }]);
    expect(claims.map(({ claim }) => claim)).toEqual([
      'count 0 never wraps within 16 tokens',
      'count 0 is never below -1',
    ]);
    for (const { cnf, proof } of claims.flatMap(({ proofs }) => proofs)) {
      expect(checkProof(parseDimacs(cnf), proof).verified).toBe(true);
    }
  });

  it('claims neither that a narrow count never wraps nor a bound that does not hold', () => {
    expect(provePlan(plan, 64, [])).toEqual([]);
    const claims = provePlan(plan, 16, [{ least: 0, most: 16 }]);
    expect(claims.map(({ claim }) => claim)).toEqual(['count 0 never wraps within 16 tokens']);
  });
});
