import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#kernel';
import { pairedPermutationTest } from './paired-permutation-test.ts';
import { signTest } from './sign-test.ts';

const darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
const rng = createRng('permutation');
const differences = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 9 });

describe('pairedPermutationTest', () => {
  it("finds Fisher's 863 of 32768 in Darwin's maize (The Design of Experiments, §21)", () => {
    expect(pairedPermutationTest(darwin, { alternative: 'greater' }, rng)).toEqual({
      pValue: 863 / 32768,
      method: 'exact',
      patterns: 32768,
    });
    expect(pairedPermutationTest(darwin, { alternative: 'two-sided' }, rng).pValue).toBe(1726 / 32768);
  });

  it('comes near the exact value by Monte Carlo, and never below 1/(resamples + 1)', () => {
    const found = pairedPermutationTest(
      darwin,
      { alternative: 'greater', exactUpTo: 0, resamples: 20_000 },
      createRng('darwin'),
    );
    expect(found.method).toBe('monte-carlo');
    // Four standard errors of 20 000 draws.
    expect(Math.abs(found.pValue - 863 / 32768)).toBeLessThan(4 * Math.sqrt((0.026 * 0.974) / 20_000));
    const sure = new Array<number>(60).fill(1);
    expect(pairedPermutationTest(sure, { alternative: 'greater', resamples: 99 }, rng).pValue).toBe(0.01);
  });

  it('property: equals plain enumeration in whole numbers', () => {
    fc.assert(
      fc.property(differences, (ds) => {
        const observed = ds.reduce((a, b) => a + b, 0);
        const counts = { greater: 0, less: 0, 'two-sided': 0 };
        for (let bits = 0; bits < 2 ** ds.length; bits += 1) {
          const sum = ds.reduce((total, d, i) => total + ((bits >> i) & 1 ? d : -d), 0);
          if (sum >= observed) counts.greater += 1;
          if (sum <= observed) counts.less += 1;
          if (Math.abs(sum) >= Math.abs(observed)) counts['two-sided'] += 1;
        }
        for (const alternative of ['greater', 'less', 'two-sided'] as const) {
          const found = pairedPermutationTest(ds, { alternative }, rng);
          expect(found.pValue).toBeCloseTo(counts[alternative] / 2 ** ds.length, 12);
        }
      }),
    );
  });

  it('property: does not depend on units, even where tenths round differently', () => {
    fc.assert(
      fc.property(differences, fc.constantFrom(0.1, 0.3, 1e-9, 1e9), (ds, unit) => {
        const scaled = ds.map((d) => d * unit);
        expect(pairedPermutationTest(scaled, { alternative: 'greater' }, rng).pValue).toBe(
          pairedPermutationTest(ds, { alternative: 'greater' }, rng).pValue,
        );
      }),
    );
  });

  it('is the sign test when all differences have one size, and ignores zeros', () => {
    const ds = [1, 0, 1, 1, -1, 0, 1, 1];
    expect(pairedPermutationTest(ds, { alternative: 'greater' }, rng).pValue).toBeCloseTo(
      signTest(5, 1, 'greater'),
      14,
    );
    expect(pairedPermutationTest([0, 0], { alternative: 'greater' }, rng).pValue).toBe(1);
  });

  it('rejects a true null at most alpha of the time by Monte Carlo (600 null samples, 3 standard errors)', () => {
    let rejected = 0;
    for (let i = 0; i < 600; i += 1) {
      const noise = createRng(`null/${i}`);
      const ds = Array.from({ length: 20 }, () => noise.normal());
      if (pairedPermutationTest(ds, { alternative: 'greater', resamples: 199 }, noise).pValue <= 0.05) rejected += 1;
    }
    expect(rejected).toBeLessThanOrEqual(30 + 3 * Math.sqrt(600 * 0.05 * 0.95));
    expect(rejected).toBeGreaterThanOrEqual(30 - 3 * Math.sqrt(600 * 0.05 * 0.95));
  });

  it('gives the same answer for the same stream', () => {
    const ds = Array.from({ length: 40 }, (_, i) => ((i * 7) % 11) - 4.5);
    const once = pairedPermutationTest(ds, { alternative: 'two-sided' }, createRng('same'));
    expect(pairedPermutationTest(ds, { alternative: 'two-sided' }, createRng('same'))).toEqual(once);
  });

  it('refuses an empty sample and NaN', () => {
    expect(() => pairedPermutationTest([], { alternative: 'greater' }, rng)).toThrow(
      expect.objectContaining({ code: 'kernel/bad-sample' }),
    );
    expect(() => pairedPermutationTest([1, NaN], { alternative: 'greater' }, rng)).toThrow('[1] is NaN');
  });
});
