import { greatestDivisor } from './greatest-divisor.ts';
import { Equations } from './solve-linear.ts';
import type { Meter } from './meter.ts';

/** Fewer rows than this fit by chance when some may be left out. */
const FEWEST_ROWS = 32;
/** A sum is taken up when it is right on this share of the rows. */
const SHARE_RIGHT = 0.75;
/** Answers that so many rows share are classes: choices tell them apart, not sums. */
const ROWS_A_CLASS = 8;
/** How many rows are expected to be wrong. */
const SHARE_WRONG = 0.05;
/** The chance that every try meets a wrong row. */
const MISSED = 0.01;
const MOST_TRIES = 20;

interface Asked {
  readonly goal: Int32Array;
  /** Rows for each unknown, at least. */
  readonly rowsEach: number;
  readonly meter: Meter;
}

/**
 * The rows on which one sum of the columns gives the goal, when it gives it on most rows and some answers are wrong. Each try solves the sum from as
 * few rows as have one solution, beginning elsewhere; a try without a wrong row among them agrees with all rows that are right.
 *
 * @source random sample consensus: Fischler & Bolles 1981; here the rows of a try follow from its number
 */
export function rowsOfOneSum(columns: readonly Int32Array[], { goal, rowsEach, meter }: Asked): number[] | undefined {
  const n = goal.length;
  const unknowns = columns.length;
  const areClasses = new Set(goal).size * ROWS_A_CLASS < n;
  if (n < FEWEST_ROWS || n < rowsEach * unknowns || areClasses) return undefined;
  const clean = (1 - SHARE_WRONG) ** unknowns;
  const tries = Math.min(MOST_TRIES, Math.ceil(Math.log(MISSED) / Math.log(1 - clean)));
  for (let k = 0; k < tries; k += 1) {
    meter.spend(n * unknowns * Math.min(n, unknowns));
    if (meter.isEmpty) return undefined;
    const coefficients = solveFewRows(columns, goal, rowOrder(n, k));
    const right = Array.from({ length: n }, (_, i) => i).filter(
      (i) => goal[i] === coefficients.reduce((sum, c, j) => sum + c * columns[j]![i]!, 0),
    );
    if (right.length >= SHARE_RIGHT * n) return right;
  }
  return undefined;
}

/** Takes rows up in order until they have one solution; a row that contradicts those before it is passed over. */
function solveFewRows(columns: readonly Int32Array[], goal: Int32Array, order: readonly number[]): number[] {
  const equations = new Equations(columns.length);
  for (const i of order) {
    if (equations.isSolved) break;
    equations.add((j) => columns[j]![i]!, goal[i]!);
  }
  return equations.solve();
}

/** All rows once, from another place and by another step at each try. */
function rowOrder(n: number, k: number): number[] {
  let step = 1 + ((7 * k + 3) % n);
  while (greatestDivisor(step, n) !== 1) step += 1;
  return Array.from({ length: n }, (_, i) => (k * 13 + i * step) % n);
}
