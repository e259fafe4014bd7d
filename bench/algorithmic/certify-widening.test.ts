import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { proveWidening, type WordCell } from '#learners/machine/plans/word-cells';
import { checkProof, parseDimacs } from '#logic/sat';
import { certifyWidening } from './certify-widening.ts';

/** Adds the first carry; class 1 complements the word as well. */
const adder: WordCell = {
  kind: 'word-cell',
  classes: 2,
  width: 4,
  cellBit: [0, 1, 1, 0, 1, 0, 0, 1],
  cellCarry: [0, 0, 0, 1, 0, 0, 0, 1],
  controlMode: new Array<number>(8).fill(0),
  controlCarry: [1, 1, 1, 1, 0, 0, 0, 0],
  answers: [0, 1, 0, 0],
};

describe('certifyWidening', () => {
  it('has a proof that checks exactly where looking at every pair finds no difference', () => {
    const answers = { proved: 0, refuted: 0 };
    const relations = new Set<string>();
    for (let seed = 0; seed < 50; seed += 1) {
      const rng = createRng(`widen/${seed}`);
      const bits = (count: number): number[] => Array.from({ length: count }, () => rng.bit());
      const drawn: WordCell = {
        ...adder,
        width: 3,
        // Half of them are adders with another control, which widen more often than random cells.
        ...(seed % 2 === 0 && { cellBit: bits(8), cellCarry: bits(8) }),
        controlMode: bits(8),
        controlCarry: bits(8),
      };
      const { answer } = proveWidening(drawn, 6);
      answers[answer] += 1;
      const claim = certifyWidening(drawn, 6);
      expect(claim !== undefined, `seed ${seed}`).toBe(answer === 'proved');
      if (claim === undefined) continue;
      relations.add(claim.claim.includes('signed number') ? 'number' : 'pairs');
      for (const { cnf, proof } of claim.proofs) expect(checkProof(parseDimacs(cnf), proof).verified).toBe(true);
    }
    expect(Math.min(answers.proved, answers.refuted)).toBeGreaterThan(5);
    expect(relations.size).toBe(2);
  });
});
