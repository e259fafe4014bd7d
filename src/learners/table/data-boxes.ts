import type { TableRow } from './table.ts';

/** A test on two columns: each at least a cut, or below it. */
export interface Box {
  readonly sides: readonly { readonly column: number; readonly cut: number; readonly isAbove: boolean }[];
}

/** A number column with its cuts, rising. */
export interface CutColumn {
  readonly column: number;
  readonly cuts: readonly number[];
}

const MOST_CLASSES = 8;
const MOST_CUTS = 32;

/**
 * For each answer and pair of columns, the box that tells most about whether a row has this answer. A threshold that matters only beside another
 * is seen here from all rows at once, where a tree sees it from the few rows of a branch.
 */
export function boxesOf(rows: readonly TableRow[], columns: readonly CutColumn[]): readonly Box[] {
  const answers = [...new Set(rows.map(({ answer }) => String(answer)))];
  if (answers.length > MOST_CLASSES) return [];
  const few = columns.filter(({ cuts }) => cuts.length > 0 && cuts.length <= 2 * MOST_CUTS);
  return answers.flatMap((answer) =>
    few.flatMap((a, i) => few.slice(i + 1).flatMap((b) => bestBox(rows, answer, [a, b]) ?? [])),
  );
}

function bestBox(rows: readonly TableRow[], answer: string, [a, b]: readonly [CutColumn, CutColumn]): Box | undefined {
  const grid = gridOf(rows, answer, [a, b]);
  let best: Box | undefined;
  let least = spread(grid.total);
  for (let i = 0; i < a.cuts.length; i += 1) {
    for (let j = 0; j < b.cuts.length; j += 1) {
      for (const isAbove of [true, false]) {
        for (const isRight of [true, false]) {
          const inside = grid.count(i, isAbove, j, isRight);
          const outside = { own: grid.total.own - inside.own, all: grid.total.all - inside.all };
          const bits = spread(inside) + spread(outside);
          if (bits >= least - 1e-9) continue;
          least = bits;
          best = {
            sides: [
              { column: a.column, cut: a.cuts[i]!, isAbove },
              { column: b.column, cut: b.cuts[j]!, isAbove: isRight },
            ],
          };
        }
      }
    }
  }
  return best;
}

interface Count {
  readonly own: number;
  readonly all: number;
}

interface Grid {
  readonly total: Count;
  count(i: number, isAbove: boolean, j: number, isRight: boolean): Count;
}

/** Rows below cut i and below cut j, for all i and j: sums over a corner of the plane. */
function gridOf(rows: readonly TableRow[], answer: string, [a, b]: readonly [CutColumn, CutColumn]): Grid {
  const width = b.cuts.length + 2;
  const size = (a.cuts.length + 2) * width;
  const [own, all] = [new Float64Array(size), new Float64Array(size)];
  for (const row of rows) {
    const at = (placeOf(a, row) + 1) * width + placeOf(b, row) + 1;
    all[at]! += 1;
    if (String(row.answer) === answer) own[at]! += 1;
  }
  for (const sums of [own, all]) {
    for (let at = width; at < size; at += 1) if (at % width > 0) sums[at]! += sums[at - 1]!;
    for (let at = width; at < size; at += 1) sums[at]! += sums[at - width]!;
  }
  const corner = (i: number, j: number): Count => ({ own: own[i * width + j]!, all: all[i * width + j]! });
  const [most, widest] = [a.cuts.length + 1, b.cuts.length + 1];
  const total = corner(most, widest);
  return {
    total,
    count(i, isAbove, j, isRight) {
      const [below, left, both] = [corner(i + 1, widest), corner(most, j + 1), corner(i + 1, j + 1)];
      const of = (key: keyof Count): number => {
        if (isAbove && isRight) return total[key] - below[key] - left[key] + both[key];
        if (isAbove) return left[key] - both[key];
        return isRight ? below[key] - both[key] : both[key];
      };
      return { own: of('own'), all: of('all') };
    },
  };
}

/** How many cuts a row has reached. */
function placeOf({ column, cuts }: CutColumn, { cells }: TableRow): number {
  const value = Number(cells[column]);
  const at = cuts.findIndex((cut) => cut > value);
  return at < 0 ? cuts.length : at;
}

/** Bits that it takes to say which of the rows have the answer. */
function spread({ own, all }: Count): number {
  return xlogx(all) - xlogx(own) - xlogx(all - own);
}

function xlogx(x: number): number {
  return x <= 0 ? 0 : x * Math.log2(x);
}
