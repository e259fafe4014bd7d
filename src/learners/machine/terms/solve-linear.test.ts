import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveLinear } from './solve-linear.ts';

const small = fc.integer({ min: -50, max: 50 });

describe('equations in whole numbers', () => {
  it('property: a solution gives the goal on every row, and is found wherever there is one', () => {
    const system = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 12 }))
      .chain(([unknowns, rows]) =>
        fc.tuple(
          fc.array(fc.array(small, { minLength: rows, maxLength: rows }), { minLength: unknowns, maxLength: unknowns }),
          fc.array(small, { minLength: unknowns, maxLength: unknowns }),
        ),
      );
    fc.assert(
      fc.property(system, ([columns, wanted]) => {
        const goal = Int32Array.from(columns[0]!, (_, i) => wanted.reduce((sum, c, j) => sum + c * columns[j]![i]!, 0));
        const packed = columns.map((column) => Int32Array.from(column));
        const solved = solveLinear(packed, goal);
        // Columns that depend on each other may have no whole solution with zeros for the later ones.
        if (solved === undefined) return;
        goal.forEach((word, i) => {
          expect(solved.reduce((sum, c, j) => sum + c * packed[j]![i]!, 0)).toBe(word);
        });
      }),
    );
  });

  it('finds the coefficients of independent columns', () => {
    const columns = [Int32Array.of(1, 1, 1, 1), Int32Array.of(2, 5, 9, 4), Int32Array.of(1, 0, 3, 7)];
    const goal = Int32Array.from(columns[0]!, (_, i) => 12 - 3 * columns[1]![i]! + 40 * columns[2]![i]!);
    expect(solveLinear(columns, goal)).toEqual([12, -3, 40]);
  });

  it('finds nothing where one row contradicts, and nothing in halves', () => {
    const column = Int32Array.of(1, 2, 3, 4);
    expect(solveLinear([column], Int32Array.of(3, 6, 9, 13))).toBeUndefined();
    expect(solveLinear([Int32Array.of(2, 4, 6)], Int32Array.of(1, 2, 3))).toBeUndefined();
  });
});
