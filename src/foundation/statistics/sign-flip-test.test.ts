import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { pairedPermutationTest } from './fixtures/paired-permutation-test.ts';
import { signFlipTest } from './sign-flip-test.ts';
import { signTest } from './sign-test.ts';

describe('signFlipTest', () => {
  it('property: agrees with trying every sign pattern', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 11 }), (differences) => {
        const { pValue } = pairedPermutationTest(differences, { alternative: 'greater' }, createRng('unused'));
        expect(signFlipTest(differences)).toBeCloseTo(pValue, 12);
      }),
    );
  });

  it('property: is the sign test where differences are -1, 0 or 1', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.nat(5), (wins, losses, ties) => {
        const differences = [...Array(wins).fill(1), ...Array(losses).fill(-1), ...Array(ties).fill(0)];
        expect(signFlipTest(differences)).toBeCloseTo(signTest(wins, losses, 'greater'), 12);
      }),
    );
  });

  it('is 1 without any difference, and refuses fractions', () => {
    expect(signFlipTest([])).toBe(1);
    expect(signFlipTest([0, 0])).toBe(1);
    expect(() => signFlipTest([0.5])).toThrow(/whole/u);
  });
});
