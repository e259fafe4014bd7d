import { mod, solveModulo } from './solve-modulo.ts';
import { type Entry, termOf } from './entry.ts';
import type { Space } from './space.ts';
import type { Term } from './term.ts';
import { type Answers, call, moduloAnswers, shiftedBy, type Trial, word } from './trial.ts';

/** Unknowns past which there is too much to solve for, and rows beyond them: a wrong sum agrees with all of them by chance with probability m^−24. */
const MOST_UNKNOWNS = 320;
const SPARE = 24;
const MOST_MODULUS = 64;
const MOST_VALUES = 64;

/** One word that is summed, or one item of a list by its place from an end. */
interface Summand {
  readonly list: Entry | undefined;
  readonly term: Term;
  readonly values: Int32Array;
}

type Side = 'start' | 'end';

/**
 * The sum of multiples of words and items, or of tables of them, modulo the number of answers: check digits, days of the week, parities. Multiples and
 * tables are solved for. What repeats along a list is said as what repeats, so that it goes on where a list is longer.
 */
export function solveModularSum(space: Space, trial: Trial, answers: Answers): boolean {
  if (answers.values > MOST_MODULUS) return false;
  for (const side of ['end', 'start'] as const) {
    const summands = summandsOf(space, trial, side);
    if (summands === undefined || summands.length === 0) return false;
    const form = { space, trial, answers, side, summands };
    if (solveMultiples(form) || solveTables(form)) return true;
  }
  return false;
}

interface Form {
  readonly space: Space;
  readonly trial: Trial;
  readonly answers: Answers;
  readonly side: Side;
  readonly summands: readonly Summand[];
}

/** All words and items that are given; none where there are too many. */
function summandsOf(space: Space, trial: Trial, side: Side): Summand[] | undefined {
  const isGiven = ({ make, isOpen, isAlong, places }: Entry): boolean =>
    'leaf' in make && make.leaf.is === 'column' && isOpen && !isAlong && places === undefined;
  const words = (['word', 'symbol'] as const).flatMap((type) => space.entries(type)).filter(isGiven);
  const lists = space.entries('list').filter(isGiven);
  const items = lists.flatMap((list) => {
    let longest = 0;
    for (let i = 0; i < space.n; i += 1) longest = Math.max(longest, list.column[i + 1]! - list.column[i]!);
    const from = side === 'start' ? termOf(list) : call('reverse', termOf(list));
    return Array.from({ length: longest }, (_, k) => ({ list, term: call('nth', from, word(k + 1)) }));
  });
  const all = [...words.map((entry) => ({ list: undefined, term: termOf(entry) })), ...items];
  if (all.length > MOST_UNKNOWNS || all.length + 1 + SPARE > trial.right.length) return undefined;
  return all.map(({ list, term }) => ({ list, term, values: trial.worth(term) }));
}

function solveMultiples({ space, trial, answers, side, summands }: Form): boolean {
  const rows = trial.right.subarray(0, summands.length + 1 + SPARE);
  const equations = Array.from(rows, (right, i) =>
    Int32Array.from([...summands.map(({ values }) => values[i]!), 1, right - answers.low]),
  );
  const solution = solveModulo(equations, answers.values, (effort) => trial.meter.spend(effort));
  if (solution === undefined) return false;
  const words = summands.flatMap(({ list, term }, j) => (list === undefined ? times(term, solution[j]!) : []));
  const lists = [...new Set(summands.flatMap(({ list }) => list ?? []))].flatMap((list) => {
    const multiples = summands.flatMap((one, j) => (one.list === list ? [solution[j]!] : []));
    return weighted(space, list, multiples, side);
  });
  return accept({ trial, answers }, [...words, ...lists], solution.at(-1)!);
}

function times(term: Term, multiple: number): Term[] {
  if (multiple === 0) return [];
  return [multiple === 1 ? term : call('multiply', term, word(multiple))];
}

/** The sum of the items of a list, each so many times. */
function weighted(space: Space, list: Entry, multiples: readonly number[], side: Side): Term[] {
  const of = termOf(list);
  if (new Set(multiples).size === 1) return times(call('sum', of), multiples[0]!);
  const group = groupOf(space, list);
  if (group === undefined) return [];
  const item: Term = { is: 'item' };
  const period = periodOf(multiples);
  const from = side === 'start' ? call('subtract', item, word(1)) : call('subtract', call('length', of), item);
  const at = call('add', period === multiples.length ? from : call('modulo', from, word(period)), word(1));
  const by = call('nth', { is: 'list', value: multiples.slice(0, period) }, at);
  const body = call('multiply', call('nth', of, item), by);
  return [call('sum', { is: 'each', name: 'map', list: group, body })];
}

/** After how many numbers they repeat. */
function periodOf(numbers: readonly number[]): number {
  let period = 1;
  while (2 * period <= numbers.length && numbers.some((value, i) => value !== numbers[i % period])) period += 1;
  return 2 * period <= numbers.length ? period : numbers.length;
}

function groupOf(space: Space, { make }: Entry): Term | undefined {
  const name = 'leaf' in make && make.leaf.is === 'column' ? make.leaf.name : undefined;
  const group = name === undefined ? undefined : space.groupWith(name);
  return group === undefined ? undefined : { is: 'column', name: group };
}

function solveTables({ trial, answers, summands }: Form): boolean {
  const keyed = summands.map(({ term, values }) => ({
    term,
    values,
    keys: [...new Set(values)].sort((a, b) => a - b),
  }));
  const unknowns = keyed.flatMap(({ values, keys }) => keys.slice(1).map((key) => ({ values, key })));
  const isTooMany = keyed.some(({ keys }) => keys.length > MOST_VALUES) || unknowns.length > MOST_UNKNOWNS;
  if (isTooMany || unknowns.length + 1 + SPARE > trial.right.length) return false;
  const rows = trial.right.subarray(0, unknowns.length + 1 + SPARE);
  const equations = Array.from(rows, (right, i) =>
    Int32Array.from([...unknowns.map(({ values, key }) => (values[i] === key ? 1 : 0)), 1, right - answers.low]),
  );
  const solution = solveModulo(equations, answers.values, (effort) => trial.meter.spend(effort));
  if (solution === undefined) return false;
  let at = 0;
  const parts = keyed.flatMap(({ term, keys }): Term[] => {
    const entries = keys.slice(1).map((key) => [key, solution[at++]!] as const);
    const told = entries.filter(([, value]) => value !== 0);
    return told.length === 0 ? [] : [{ is: 'table', of: term, entries: told, otherwise: 0 }];
  });
  return accept({ trial, answers }, parts, solution.at(-1)!);
}

function accept(
  { trial, answers }: Pick<Form, 'trial' | 'answers'>,
  parts: readonly Term[],
  constant: number,
): boolean {
  const [first, ...rest] = parts;
  if (first === undefined) return false;
  const sum = rest.reduce((all, part) => call('add', all, part), first);
  return trial.accepts(moduloAnswers(shiftedBy(sum, mod(constant, answers.values)), answers));
}
