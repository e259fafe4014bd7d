import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signTest } from './sign-test.ts';

describe('signTest', () => {
  it('equals the count over all records of up to 12 flips', () => {
    for (let n = 0; n <= 12; n += 1) {
      const records = Array.from({ length: 2 ** n }, (_, bits) => bits.toString(2).replaceAll('0', '').length);
      for (let wins = 0; wins <= n; wins += 1) {
        const share = (counts: (ones: number) => boolean): number => records.filter(counts).length / records.length;
        const distance = Math.abs(wins - n / 2);
        expect(signTest(wins, n - wins, 'greater')).toBeCloseTo(
          share((ones) => ones >= wins),
          13,
        );
        expect(signTest(wins, n - wins, 'less')).toBeCloseTo(
          share((ones) => ones <= wins),
          13,
        );
        expect(signTest(wins, n - wins, 'two-sided')).toBeCloseTo(
          share((ones) => Math.abs(ones - n / 2) >= distance),
          13,
        );
      }
    }
  });

  it('gives 2·79/4096 for 10 wins and 2 losses, as R binom.test(10, 12) does', () => {
    expect(signTest(10, 2, 'two-sided')).toBeCloseTo(158 / 4096, 15);
  });

  it('says 1 to an even record of 3000, whose halves underflow', () => {
    expect(signTest(1500, 1500, 'two-sided')).toBe(1);
    expect(signTest(1500, 1500, 'greater')).toBeGreaterThan(0.5);
    expect(signTest(0, 0, 'greater')).toBe(1);
  });

  it('property: one more win never raises p', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (wins, losses) => {
        expect(signTest(wins + 1, losses, 'greater')).toBeLessThanOrEqual(signTest(wins, losses, 'greater'));
      }),
    );
  });

  it('property: swapping sides swaps the alternatives', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (wins, losses) => {
        expect(signTest(wins, losses, 'less')).toBe(signTest(losses, wins, 'greater'));
        expect(signTest(wins, losses, 'two-sided')).toBe(signTest(losses, wins, 'two-sided'));
      }),
    );
  });

  it('refuses counts that are not whole and non-negative', () => {
    expect(() => signTest(-1, 3, 'greater')).toThrow(expect.objectContaining({ code: 'kernel/bad-range' }));
    expect(() => signTest(1, 0.5, 'greater')).toThrow('0.5');
  });
});
