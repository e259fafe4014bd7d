import { solveLinear } from './solve-linear.ts';
import { type Entry, termOf } from './entry.ts';
import type { Space } from './space.ts';
import type { Term } from './term.ts';
import { call, type Trial, word } from './trial.ts';

const MOST_UNKNOWNS = 14;
const SPARE = 6;
const MOST_MULTIPLE = 256;
const TINY = 1e-7;
/** Right answers that residues are taken of, numbers whose residues are, and of which every two are. */
const MOST_ROWS = 64;
const MOST_FEATURES = 3000;
const MOST_IN_PAIRS = 200;

/** The sum of whole multiples of the first numbers, and a constant, that is right at all rows. */
export function solveCombination(space: Space, trial: Trial): boolean {
  const some = plainOf(space).slice(0, MOST_UNKNOWNS);
  if (trial.right.length < some.length + 1 + SPARE) return false;
  return solvedBy(some, trial);
}

/**
 * The same with one or two numbers more that need not be among the first: those whose residue beside the first ones is the residue of what is right, up to a
 * factor, or with another's.
 *
 * @source projection to the orthogonal complement, as in orthogonal matching pursuit: Pati, Rezaiifar and Krishnaprasad 1993
 */
export function solveCombinationWithMore(space: Space, trial: Trial): boolean {
  const { meter } = trial;
  const rows = Math.min(MOST_ROWS, trial.right.length);
  const some = plainOf(space).slice(0, Math.min(MOST_UNKNOWNS, rows - 2 - SPARE));
  if (rows < 2 + 2 * SPARE) return false;
  const columnOf = (entry: Entry): Float64Array =>
    Float64Array.from(trial.worth(termOf(entry), rows).subarray(0, rows));
  const basis: Float64Array[] = [];
  for (const column of [new Float64Array(rows).fill(1), ...some.map(columnOf)]) {
    const rest = residueOf(column, basis);
    const length = Math.sqrt(dot(rest, rest));
    if (length > TINY) basis.push(rest.map((value) => value / length));
  }
  const wanted = residueOf(Float64Array.from(trial.right.subarray(0, rows)), basis);
  if (dot(wanted, wanted) < TINY) return false;
  const more: { readonly entry: Entry; readonly rest: Float64Array }[] = [];
  const tried = space
    .entries('word')
    .filter((entry) => entry.isOpen && !some.includes(entry))
    .slice(0, MOST_FEATURES);
  for (const entry of tried) {
    if (meter.isEmpty) return false;
    const rest = residueOf(columnOf(entry), basis);
    meter.spend(2 * rows * basis.length);
    if (dot(rest, rest) < TINY) continue;
    if (isNone(without(wanted, rest)) && solvedBy([...some, entry], trial)) return true;
    if (more.length < MOST_IN_PAIRS) more.push({ entry, rest });
  }
  for (const [i, a] of more.entries()) {
    const left = without(wanted, a.rest);
    meter.spend(rows * (more.length - i));
    for (const b of more.slice(i + 1)) {
      const beside = without(b.rest, a.rest);
      if (dot(beside, beside) < TINY || !isNone(without(left, beside))) continue;
      if (solvedBy([...some, a.entry, b.entry], trial)) return true;
    }
  }
  return false;
}

/** Sums of sums tell nothing that sums do not. */
function plainOf(space: Space): Entry[] {
  return (['word', 'flag'] as const)
    .flatMap((type) => space.entries(type))
    .filter(
      ({ isOpen, make }) =>
        isOpen && !('production' in make && ['add', 'subtract', 'negative'].includes(make.production)),
    )
    .sort((a, b) => a.bits - b.bits);
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

function solvedBy(some: readonly Entry[], trial: Trial): boolean {
  const size = Math.min(trial.right.length, some.length + 1 + 4 * SPARE);
  const columns = some.map((entry) => trial.worth(termOf(entry), size).subarray(0, size));
  trial.meter.spend(size * columns.length ** 2);
  const solution = solveLinear([new Int32Array(size).fill(1), ...columns], trial.right.subarray(0, size));
  if (solution === undefined || solution.some((value) => Math.abs(value) > MOST_MULTIPLE)) return false;
  const [constant, ...multiples] = solution;
  const parts = multiples.flatMap((multiple, i) => (multiple === 0 ? [] : [{ multiple, term: numberOf(some[i]!) }]));
  const [first, ...rest] = parts.sort((a, b) => b.multiple - a.multiple);
  if (first === undefined) return false;
  const sum = rest.reduce(plus, first.multiple > 0 ? times(first) : call('negative', times(first)));
  return trial.accepts(
    constant === 0 ? sum : plus(sum, { multiple: Math.sign(constant!), term: word(Math.abs(constant!)) }),
  );
}

function numberOf(entry: Entry): Term {
  return entry.type === 'flag' ? call('number', termOf(entry)) : termOf(entry);
}

interface Part {
  readonly multiple: number;
  readonly term: Term;
}

function times({ multiple, term }: Part): Term {
  return Math.abs(multiple) === 1 ? term : call('multiply', term, word(Math.abs(multiple)));
}

function plus(sum: Term, part: Part): Term {
  return call(part.multiple > 0 ? 'add' : 'subtract', sum, times(part));
}
