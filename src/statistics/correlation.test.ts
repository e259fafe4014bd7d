import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#kernel';
import { averageRanks, pearson, spearman } from './correlation.ts';

const pairs = fc.array(fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })), {
  minLength: 3,
  maxLength: 7,
});
const split = (both: readonly (readonly [number, number])[]): [number[], number[]] => [
  both.map(([x]) => x),
  both.map(([, y]) => y),
];

describe('pearson', () => {
  it("gives 0.816 for all four sets of Anscombe's quartet (Anscombe 1973)", () => {
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const last = [8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8];
    for (const [xs, ys] of [
      [x, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]],
      [x, [9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74]],
      [x, [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]],
      [last, [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.5, 5.56, 7.91, 6.89]],
    ] as const) {
      expect(pearson(xs, ys)).toBeCloseTo(0.8165, 3);
    }
  });

  it('property: stays in [−1, 1], is symmetric, and ignores shift and positive scale', () => {
    fc.assert(
      fc.property(pairs, (both) => {
        const [xs, ys] = split(both);
        const r = pearson(xs, ys);
        fc.pre(r !== undefined);
        expect(Math.abs(r)).toBeLessThanOrEqual(1);
        expect(pearson(ys, xs)).toBeCloseTo(r, 12);
        const moved = xs.map((x) => 3 + 2 * x);
        expect(pearson(moved, ys)).toBeCloseTo(r, 12);
      }),
    );
  });

  it('is undefined when a side does not vary', () => {
    expect(pearson([1, 1, 1], [1, 2, 3])).toBeUndefined();
    expect(pearson([1, 2, 3], [5, 5, 5])).toBeUndefined();
  });
});

describe('spearman', () => {
  it('gives −29/165 and p = 0.627188 for the ten pairs of intelligence and television (t with 8 degrees)', () => {
    const quotient = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
    const found = spearman(quotient, hours)!;
    expect(found.rho).toBeCloseTo(-29 / 165, 14);
    // mpmath 1.3: betainc(4, 1/2, 0, 1 − ρ²) regularised.
    expect(found.pValue).toBeCloseTo(0.6271883447764844, 12);
    expect(found.method).toBe('t-approximation');
  });

  it('gives 0.82078268166812329 for the tied pairs of the scipy.stats.spearmanr manual', () => {
    expect(spearman([1, 2, 3, 4, 5], [5, 6, 7, 8, 7])!.rho).toBeCloseTo(0.8207826816681233, 14);
  });

  it('gives the exact table values for n = 5: ρ = 0.9 has two-sided p = 10/120, ρ = 1 has 2/120', () => {
    expect(spearman([1, 2, 3, 4, 5], [1, 2, 3, 5, 4])).toEqual({
      rho: expect.closeTo(0.9, 14),
      pValue: 10 / 120,
      method: 'exact',
    });
    expect(spearman([1, 2, 3, 4, 5], [2, 4, 6, 8, 10])!.pValue).toBe(2 / 120);
  });

  it('property: the exact p-value is the share of all orders, tied or not', () => {
    fc.assert(
      fc.property(pairs, (both) => {
        const [xs, ys] = split(both);
        const found = spearman(xs, ys);
        fc.pre(found !== undefined);
        let extreme = 0;
        const all = orders(ys);
        for (const order of all) {
          if (Math.abs(pearson(averageRanks(xs), averageRanks(order))!) >= Math.abs(found.rho) - 1e-9) extreme += 1;
        }
        expect(found.pValue).toBeCloseTo(extreme / all.length, 12);
      }),
      { numRuns: 25 },
    );
  });

  it('property: sees order only', () => {
    fc.assert(
      fc.property(pairs, (both) => {
        const [xs, ys] = split(both);
        const cubed = xs.map((x) => x ** 3);
        expect(spearman(cubed, ys)).toEqual(spearman(xs, ys));
      }),
      { numRuns: 40 },
    );
  });

  it('has a t approximation within 0.01 of 20 000 random orders at n = 9', () => {
    const rng = createRng('orders');
    const xs = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const ys = [2, 1, 5, 3, 4, 9, 6, 8, 7];
    const found = spearman(xs, ys)!;
    const noisy = [5, 1, 2, 9, 4, 3, 8, 6, 7];
    const weak = spearman(xs, noisy)!;
    let strongHits = 0;
    let weakHits = 0;
    for (let i = 0; i < 20_000; i += 1) {
      const rho = Math.abs(pearson(xs, rng.shuffle([...xs]))!);
      if (rho >= Math.abs(found.rho) - 1e-9) strongHits += 1;
      if (rho >= Math.abs(weak.rho) - 1e-9) weakHits += 1;
    }
    expect(Math.abs(found.pValue - strongHits / 20_000)).toBeLessThan(0.01);
    expect(Math.abs(weak.pValue - weakHits / 20_000)).toBeLessThan(0.02);
  });
});

describe('averageRanks', () => {
  it('shares ranks among equals', () => {
    expect(averageRanks([10, 20, 10, 30, 10])).toEqual([2, 4, 2, 5, 2]);
    expect(averageRanks([])).toEqual([]);
  });
});

it('correlations refuse unpaired, short and broken samples', () => {
  const sample = expect.objectContaining({ code: 'kernel/bad-sample' });
  expect(() => pearson([1], [1])).toThrow(sample);
  expect(() => pearson([1, 2], [1])).toThrow(sample);
  expect(() => pearson([1, NaN], [1, 2])).toThrow(sample);
  expect(() => spearman([1, 2], [1, 2])).toThrow(sample);
  expect(() => spearman([1, 2, 3], [1, 2, 3, 4])).toThrow(sample);
});

function orders(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) => orders(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}
