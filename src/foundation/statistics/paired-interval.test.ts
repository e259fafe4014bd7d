import { describe, expect, it } from 'vitest';
import { pairedInterval } from './paired-interval.ts';

const sample = (wins: number, losses: number, ties: number): number[] => [
  ...Array.from({ length: wins }, () => 1),
  ...Array.from({ length: losses }, () => -1),
  ...Array.from({ length: ties }, () => 0),
];

/** How often each side of the interval misses p − q, summed over every record of n pairs. */
function misses(n: number, p: number, q: number, confidence: number): { below: number; above: number } {
  const factorial = Array.from({ length: n + 1 }, () => 1);
  for (let i = 1; i <= n; i += 1) factorial[i] = factorial[i - 1]! * i;
  let [below, above] = [0, 0];
  for (let w = 0; w <= n; w += 1) {
    for (let l = 0; w + l <= n; l += 1) {
      const t = n - w - l;
      const ways = factorial[n]! / (factorial[w]! * factorial[l]! * factorial[t]!);
      const chance = ways * p ** w * q ** l * Math.max(0, 1 - p - q) ** t;
      if (chance === 0) continue;
      const { low, high } = intervalOf(w, l, t, confidence);
      if (p - q < low) above += chance;
      if (p - q > high) below += chance;
    }
  }
  return { below, above };
}

const made = new Map<string, { low: number; high: number }>();
function intervalOf(w: number, l: number, t: number, confidence: number): { low: number; high: number } {
  const key = `${w} ${l} ${t} ${confidence}`;
  const interval = made.get(key) ?? pairedInterval(sample(w, l, t), confidence);
  made.set(key, interval);
  return interval;
}

describe('the paired interval', () => {
  it('misses on either side at most half as often as it says, at every chance of winning and losing', () => {
    for (const confidence of [0.95, 0.9]) {
      for (const n of [1, 2, 3, 5, 8, 12]) {
        for (let a = 0; a <= 25; a += 1) {
          for (let b = 0; a + b <= 25; b += 1) {
            const { below, above } = misses(n, a / 25, b / 25, confidence);
            expect(Math.max(below, above), `${n} pairs at ${a / 25} and ${b / 25}`).toBeLessThanOrEqual(
              (1 - confidence) / 2 + 1e-12,
            );
          }
        }
      }
    }
  });

  it('holds near the edges too, where a win or a loss is rare', () => {
    for (const n of [4, 10, 16])
      for (const p of [0.001, 0.01, 0.5 / n, 1 / n, 1.01 / n, 0.2])
        for (const q of [0.001, 0.01, 0.5 / n, 1 / n, 0.2, 0.3, 0.5]) {
          const { below, above } = misses(n, p, q, 0.95);
          expect(Math.max(below, above), `${n} pairs at ${p} and ${q}`).toBeLessThanOrEqual(0.025 + 1e-12);
        }
  });

  it('has a width on every finite sample, around what was seen', () => {
    for (let w = 0; w <= 12; w += 1)
      for (let l = 0; w + l <= 12; l += 1) {
        const { low, high } = intervalOf(w, l, 12 - w - l, 0.95);
        const seen = (w - l) / 12;
        expect(low).toBeLessThanOrEqual(seen);
        expect(high).toBeGreaterThanOrEqual(seen);
        expect(high - low).toBeGreaterThan(0.2);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
      }
  });

  it('bounds sixteen ties by the rule for a count of zero, and twelve wins of twelve from below', () => {
    // 1 − 0.05^(1/16): the most that sixteen tasks without a loss leave possible at 95 %.
    expect(pairedInterval(sample(0, 0, 16), 0.9).low).toBeCloseTo(0.05 ** (1 / 16) - 1, 9);
    // 0.0125^(1/12) − (1 − 0.0125^(1/12)).
    expect(pairedInterval(sample(12, 0, 0), 0.95)).toEqual({ low: expect.closeTo(0.3883, 3) as number, high: 1 });
  });

  it('changes its sides with the signs, and takes graded differences', () => {
    const graded = [0.5, 0.25, -0.75, 0, 1, 0.1];
    const { low, high } = pairedInterval(graded, 0.95);
    const turned = pairedInterval(
      graded.map((value) => -value),
      0.95,
    );
    expect(turned).toEqual({ low: -high, high: -low });
    expect(low).toBeLessThan(1.1 / 6);
    expect(high).toBeGreaterThan(1.1 / 6);
  });

  it('refuses nothing at all, and what is no difference of two scores in [0, 1]', () => {
    expect(() => pairedInterval([], 0.95)).toThrow('needs 1 or more');
    expect(() => pairedInterval([1.5], 0.95)).toThrow('a difference is 1.5');
    expect(() => pairedInterval([0], 1)).toThrow('confidence is 1');
  });
});
