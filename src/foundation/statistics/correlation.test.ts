import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pearson } from './correlation.ts';

const pairs = fc.array(fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })), {
  minLength: 3,
  maxLength: 7,
});
const split = (both: readonly (readonly [number, number])[]): [number[], number[]] => [
  both.map(([x]) => x),
  both.map(([, y]) => y),
];

describe('the correlation of Pearson', () => {
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
