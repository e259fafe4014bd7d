import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { agreeEverywhere, breakGates, drawGates, outputTable, rewriteGates } from './gate-list.ts';

describe('patches of circuits', () => {
  it.each([2, 3, 4, 5])('keep the function of %i inputs when rewritten, and never when broken', (inputs) => {
    const rng = createRng(`gates/${inputs}`);
    for (let i = 0; i < 60; i += 1) {
      const before = drawGates(inputs, 1 + rng.below(8), rng);
      const good = rewriteGates(inputs, before, 1 + rng.below(9), rng);
      const bad = breakGates(inputs, good, rng);
      expect(outputTable(inputs, good)).toBe(outputTable(inputs, before));
      expect(agreeEverywhere(inputs, before, good)).toBe(true);
      expect(outputTable(inputs, bad)).not.toBe(outputTable(inputs, before));
      expect(agreeEverywhere(inputs, before, bad)).toBe(false);
    }
  });
});
