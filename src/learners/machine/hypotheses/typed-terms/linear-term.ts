import type { Meter } from '../meter.ts';
import type { Judge } from './term-judge.ts';
import type { NumberEntry, TermPool } from './term-pool.ts';
import type { NumberTerm } from './typed-term.ts';

const MOST_UNKNOWNS = 14;
const SPARE = 6;
const MOST_MULTIPLE = 256;
const TINY = 1e-7;
/** Right answers that residues are taken of, numbers whose residues are, and of which every two are. */
const MOST_ROWS = 64;
const MOST_FEATURES = 3000;
const MOST_IN_PAIRS = 200;

/** The sum of whole multiples of the first numbers, and a constant, that is right at all examples. */
export function linearTerm(pool: TermPool, judge: Judge, meter: Meter): NumberTerm | undefined {
  const some = plainOf(pool).slice(0, MOST_UNKNOWNS);
  if (judge.right.length < some.length + 1 + SPARE) return undefined;
  return solvedBy(some, judge, meter);
}

/**
 * The same with one or two numbers more that need not be among the first: those whose residue beside the first ones is the residue of what is right, up to a
 * factor, or with another's.
 *
 * @source projection to the orthogonal complement, as in orthogonal matching pursuit: Pati, Rezaiifar and Krishnaprasad 1993
 */
export function linearTermWithMore(pool: TermPool, judge: Judge, meter: Meter): NumberTerm | undefined {
  const rows = Math.min(MOST_ROWS, judge.right.length);
  const some = plainOf(pool).slice(0, Math.min(MOST_UNKNOWNS, rows - 2 - SPARE));
  if (rows < 2 + 2 * SPARE) return undefined;
  const columnOf = (term: NumberTerm): Float64Array => {
    meter.spend(judge.all.size);
    return Float64Array.from(judge.all.number(term).subarray(0, rows));
  };
  const basis: Float64Array[] = [];
  for (const column of [new Float64Array(rows).fill(1), ...some.map(({ term }) => columnOf(term))]) {
    const rest = residueOf(column, basis);
    const length = Math.sqrt(dot(rest, rest));
    if (length > TINY) basis.push(rest.map((value) => value / length));
  }
  const wanted = residueOf(Float64Array.from(judge.right.subarray(0, rows)), basis);
  if (dot(wanted, wanted) < TINY) return undefined;
  const more: { readonly entry: NumberEntry; readonly rest: Float64Array }[] = [];
  const tried = pool.numbers
    .filter((entry) => entry.sort === 'number' && !some.includes(entry))
    .slice(0, MOST_FEATURES);
  for (const entry of tried) {
    const rest = residueOf(columnOf(entry.term), basis);
    judge.all.forget(entry.term);
    meter.spend(2 * rows * basis.length);
    const square = dot(rest, rest);
    if (square < TINY) continue;
    if (isNone(without(wanted, rest))) {
      const term = solvedBy([...some, entry], judge, meter);
      if (term !== undefined) return term;
    }
    if (more.length < MOST_IN_PAIRS) more.push({ entry, rest });
  }
  for (const [i, a] of more.entries()) {
    const left = without(wanted, a.rest);
    meter.spend(rows * (more.length - i));
    for (const b of more.slice(i + 1)) {
      const beside = without(b.rest, a.rest);
      if (dot(beside, beside) < TINY || !isNone(without(left, beside))) continue;
      const term = solvedBy([...some, a.entry, b.entry], judge, meter);
      if (term !== undefined) return term;
    }
  }
  return undefined;
}

function plainOf(pool: TermPool): NumberEntry[] {
  return pool.numbers.filter(({ sort, term }) => (sort === 'number' || sort === 'test') && !isBuilt(term));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

/** What is left of a column beside orthonormal ones. */
function residueOf(column: Float64Array, basis: readonly Float64Array[]): Float64Array {
  const rest = Float64Array.from(column);
  for (const one of basis) {
    const share = dot(rest, one);
    for (let i = 0; i < rest.length; i += 1) rest[i]! -= share * one[i]!;
  }
  return rest;
}

/** What is left of a column beside another. */
function without(column: Float64Array, other: Float64Array): Float64Array {
  const share = dot(column, other) / dot(other, other);
  return column.map((value, i) => value - share * other[i]!);
}

function isNone(column: Float64Array): boolean {
  return column.every((value) => Math.abs(value) < 1e-6);
}

function solvedBy(some: readonly NumberEntry[], judge: Judge, meter: Meter): NumberTerm | undefined {
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
