import type { Meter } from '../meter.ts';
import type { Judge } from './find-term.ts';
import type { TermPool } from './term-pool.ts';
import type { NumberTerm } from './typed-term.ts';

const MOST_UNKNOWNS = 14;
const SPARE = 6;
const MOST_MULTIPLE = 256;
const TINY = 1e-7;

/** The sum of whole multiples of the first numbers, and a constant, that is right at all examples. */
export function linearTerm(pool: TermPool, judge: Judge, meter: Meter): NumberTerm | undefined {
  const some = pool.numbers
    .filter(({ sort, term }) => (sort === 'number' || sort === 'test') && !isBuilt(term))
    .slice(0, MOST_UNKNOWNS);
  if (judge.right.length < some.length + 1 + SPARE) return undefined;
  const columns = some.map(({ term }) => judge.all.number(term));
  const rows = [...judge.right.subarray(0, some.length + 1 + 4 * SPARE)].map((right, i) => [
    1,
    ...columns.map((column) => column[i]!),
    right,
  ]);
  meter.spend(rows.length * columns.length ** 2);
  const solution = solve(rows);
  const isWhole = solution?.every(
    (value) => Math.abs(value - Math.round(value)) < 1e-4 && Math.abs(value) <= MOST_MULTIPLE,
  );
  if (solution === undefined || isWhole !== true) return undefined;
  const [constant, ...multiples] = solution.map((value) => Math.round(value));
  const term = multiples.reduce<NumberTerm>(
    (sum, multiple, i) => (multiple === 0 ? sum : plus(sum, multiple, some[i]!.term)),
    { kind: 'constant', value: constant! },
  );
  return judge.accepts(term) ? term : undefined;
}

/** Sums of sums tell nothing that sums do not. */
function isBuilt(term: NumberTerm): boolean {
  return (
    term.kind === 'constant' ||
    term.kind === 'answers' ||
    (term.kind === 'of' && (term.by === 'add' || term.by === 'subtract'))
  );
}

function plus(sum: NumberTerm, multiple: number, term: NumberTerm): NumberTerm {
  const size = Math.abs(multiple);
  const b: NumberTerm =
    size === 1 ? term : { kind: 'of', by: 'multiply', a: term, b: { kind: 'constant', value: size } };
  return { kind: 'of', by: multiple > 0 ? 'add' : 'subtract', a: sum, b };
}

/** Gaussian elimination; unknowns that are free are 0. Undefined where the equations contradict each other. */
function solve(rows: number[][]): number[] | undefined {
  const unknowns = rows[0]!.length - 1;
  const pivots: number[] = [];
  for (let column = 0; column < unknowns && pivots.length < rows.length; column += 1) {
    let at = pivots.length;
    for (let i = at + 1; i < rows.length; i += 1) {
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[at]![column]!)) at = i;
    }
    if (Math.abs(rows[at]![column]!) < TINY) continue;
    const pivot = rows[at]!;
    [rows[at], rows[pivots.length]] = [rows[pivots.length]!, pivot];
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[column]! / pivot[column]!;
      if (factor !== 0) for (let j = column; j <= unknowns; j += 1) row[j]! -= factor * pivot[j]!;
    }
    pivots.push(column);
  }
  if (rows.slice(pivots.length).some((row) => Math.abs(row[unknowns]!) > 1e-4)) return undefined;
  const solution = new Array<number>(unknowns).fill(0);
  for (const [i, column] of pivots.entries()) solution[column] = rows[i]![unknowns]! / rows[i]![column]!;
  return solution;
}
