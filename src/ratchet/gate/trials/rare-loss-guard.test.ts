import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenLossPValue } from './rare-loss-guard.ts';

/** P(X ≤ k) for X ~ Binomial(n, p). */
function binomialCdf(k: number, n: number, p: number): number {
  let term = (1 - p) ** n;
  let sum = term;
  for (let i = 0; i < k; i += 1) {
    term *= ((n - i) / (i + 1)) * (p / (1 - p));
    sum += term;
  }
  return sum;
}

describe('hidden losses', () => {
  it('property: for gains of one size and total losses the bound is that of Clopper and Pearson', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 80 }),
        fc.integer({ min: 1, max: 99 }),
        fc.nat(4),
        (gains, percent, losses) => {
          const d = percent / 100;
          const found = hiddenLossPValue([...Array<number>(gains).fill(d), ...Array<number>(losses).fill(-1)]);
          // Where the mean is 0, a loss has chance d / (1 + d).
          const exact = binomialCdf(losses, gains + losses, d / (1 + d));
          fc.pre(exact > 1e-9 && exact < 0.4);
          expect(found / exact).toBeGreaterThan(0.97);
          expect(found / exact).toBeLessThan(1.06);
        },
      ),
    );
  });

  it('needs more than twenty tasks that each gain an eighth, and asks nothing of plain wins and losses', () => {
    expect(hiddenLossPValue(Array<number>(20).fill(0.125))).toBeGreaterThan(0.05);
    expect(hiddenLossPValue(Array<number>(60).fill(0.125))).toBeLessThan(0.01);
    expect(hiddenLossPValue([1, 1, 0, -1])).toBe(0);
    expect(hiddenLossPValue([-0.5, 0])).toBe(1);
  });
});
