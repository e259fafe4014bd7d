import type { WordPort } from '#contracts/words';
import { type ListEntry, type NumberEntry, type Sort, sortOf, type TermPool } from './term-pool.ts';
import type { NumberTerm, Operation } from './typed-term.ts';

const arithmetic: readonly Operation[] = ['add', 'subtract', 'least', 'most'];
const comparisons: readonly Operation[] = ['below', 'atLeast', 'same', 'differs'];
const MOST_ITEMS = 64;
const MOST_SORTED = 16;
const MOST_IN_PAIRS = 12;
const MOST_NAMES = 16;
/** Numbers that lists are compared with, tests that are joined in pairs, and numbers that are combined, at most. */
const MOST_COMPARED = 60;
const MOST_JOINED = 90;
const MOST_COMBINED = 700;
const constants = [0, 1, 2] as const;

/** What terms are grown from. */
export interface Grounds {
  readonly ports: readonly WordPort[];
  /** Terms besides words: what was said, what is kept. */
  readonly more: readonly { readonly term: NumberTerm; readonly sort: Sort }[];
}

/**
 * Terms bottom up, in stages of growing size, as the grammar of the class has them: words and columns; operations on them; what is summed, least, most or found in a
 * list where a test holds; lists compared with that; two tests at once; and sums and comparisons of all of it. Each `yield` is a place to rest.
 *
 * @source bottom-up enumeration with observational equivalence: Albarghouthi et al. 2013; Udupa et al. 2013
 */
export function* growTerms(pool: TermPool, { ports, more }: Grounds): Generator<undefined, void, void> {
  addLeaves(pool, ports, more);
  const leaves = [...pool.numbers];
  yield undefined;
  const columns = [...pool.lists];
  yield* combine(pool, leaves, leaves);
  const first = pool.numbers.slice(0, MOST_COMPARED);
  for (const list of columns) reshape(pool, list);
  for (const list of columns) {
    for (const other of columns) if (other.list === list.list && other !== list) relate(pool, list, other);
    for (const number of leaves) relate(pool, list, number);
    yield undefined;
  }
  const lists = [...pool.lists];
  const tests = lists.filter(({ sort }) => sort === 'test');
  yield* foldAll(pool, lists, columns, [undefined, ...tests]);
  const folded = pool.numbers.slice(0, MOST_COMBINED);
  yield undefined;
  yield* combine(pool, folded, leaves);
  const fresh = folded.filter((entry) => !first.includes(entry) && entry.term.kind !== 'at').slice(0, MOST_COMPARED);
  for (const list of columns) for (const number of fresh) relate(pool, list, number);
  const later = pool.lists.slice(lists.length);
  yield* foldAll(
    pool,
    [],
    columns,
    later.filter(({ sort }) => sort === 'test'),
  );
  yield* joinTests(pool, tests, columns);
  yield* growPairs(pool, ports);
  yield* combine(pool, pool.numbers.slice(0, MOST_COMBINED), pool.numbers.slice(0, MOST_COMPARED));
}

/** Tests of two records at a time, one or two at once. */
function* growPairs(pool: TermPool, ports: readonly WordPort[]): Generator<undefined, void, void> {
  const columns = addPairs(pool, ports);
  const before = pool.lists.length;
  for (const list of columns) {
    for (const other of columns) if (other.list === list.list && other !== list) relate(pool, list, other);
    yield undefined;
  }
  // A sum or difference of two columns is compared once more.
  const made = pool.lists.slice(before).filter(({ sort }) => sort === 'number');
  for (const list of made.slice(0, MOST_COMPARED)) {
    for (const other of columns) if (other.list === list.list) compare(pool, list, other);
    yield undefined;
  }
  const tests = pool.lists.slice(before).filter(({ sort }) => sort === 'test');
  yield* foldAll(pool, [], [], tests);
  yield* joinTests(pool, tests, []);
}

function addLeaves(pool: TermPool, ports: readonly WordPort[], more: Grounds['more']): void {
  for (const [index, port] of ports.entries()) {
    const [repeat, inner] = port.repeats;
    if (port.role === 'real' || port.role === 'mark') continue;
    if (repeat === undefined) pool.number({ kind: 'word', port: index }, sortOf(port));
    else if (inner === undefined && port.role === 'word' && repeat.count <= MOST_ITEMS) {
      pool.list({ kind: 'column', port: index }, sortOf(port), `${repeat.list}`);
      pool.list({ kind: 'places', port: index }, 'number', `${repeat.list}`);
    }
  }
  for (const { term, sort } of more) pool.number(term, sort);
  for (const value of constants) pool.number({ kind: 'constant', value }, 'number');
  pool.number({ kind: 'answers' }, 'number');
  const names = new Set(ports.map(sortOf).filter((sort) => sort.startsWith('name')));
  for (const sort of names) {
    const values = Number(sort.slice('name of '.length));
    for (let value = 3; value < Math.min(values, MOST_NAMES); value += 1)
      pool.number({ kind: 'constant', value }, sort);
  }
}

/** Every two records of a list beside each other. */
function addPairs(pool: TermPool, ports: readonly WordPort[]): ListEntry[] {
  const before = pool.lists.length;
  for (const [index, port] of ports.entries()) {
    const [repeat, inner] = port.repeats;
    if (port.role !== 'word' || repeat === undefined || inner !== undefined || repeat.count > MOST_IN_PAIRS) continue;
    for (const second of [false, true]) {
      pool.list({ kind: 'paired', port: index, second }, sortOf(port), `pairs of ${repeat.list}`);
    }
  }
  return pool.lists.slice(before);
}

/** Whether two terms may be compared: names with names of the same things, or with their number. */
function isOneSort(a: NumberEntry | ListEntry, b: NumberEntry | ListEntry): boolean {
  if (a.sort === b.sort) return true;
  const isPlain = (entry: NumberEntry | ListEntry): boolean => !entry.sort.startsWith('name');
  return (isPlain(a) && isPlain(b)) || a.term.kind === 'constant' || b.term.kind === 'constant';
}

function isNumber({ sort }: { readonly sort: Sort }): boolean {
  return sort === 'number' || sort === 'test';
}

/** The same at every observation: constants of constants are of one size of the task alone. */
function isFixed({ term }: NumberEntry): boolean {
  return term.kind === 'constant' || term.kind === 'answers';
}

function* combine(
  pool: TermPool,
  all: readonly NumberEntry[],
  others: readonly NumberEntry[],
): Generator<undefined, void, void> {
  for (const a of all) {
    for (const b of others) {
      if (!isOneSort(a, b) || a === b || (isFixed(a) && isFixed(b))) continue;
      if (isNumber(a) && isNumber(b)) {
        for (const by of arithmetic) pool.operate(by, a, b);
        pool.operate('subtract', b, a);
        if (b.term.kind !== 'constant') pool.operate('multiply', a, b);
        pool.operate('remainder', a, b);
        pool.operate('below', a, b);
        pool.operate('below', b, a);
      }
      pool.operate('same', a, b);
    }
    yield undefined;
  }
}

/** Lists made of one alone. */
function reshape(pool: TermPool, list: ListEntry): void {
  if (!isNumber(list) || list.term.kind === 'places') return;
  pool.list({ kind: 'sums', list: list.term }, 'number', list.list);
  pool.list({ kind: 'before', list: list.term }, list.sort, list.list);
  if (list.rows.count > MOST_SORTED || list.sort === 'test') return;
  for (const up of [true, false]) pool.list({ kind: 'sorted', list: list.term, up }, 'number', list.list);
}

/** A list with another, or with a number: comparisons, and arithmetic. */
function relate(pool: TermPool, list: ListEntry, with_: ListEntry | NumberEntry): void {
  if (!isOneSort(list, with_)) return;
  const isPlain = isNumber(list) && isNumber(with_);
  compare(pool, list, with_);
  if (!isPlain || list.term.kind === 'places') return;
  for (const by of ['add', 'subtract', 'multiply'] as const) {
    if ('rows' in with_ || with_.term.kind !== 'constant') pool.each(by, list, with_);
  }
}

function compare(pool: TermPool, list: ListEntry, with_: ListEntry | NumberEntry): void {
  const isPlain = isNumber(list) && isNumber(with_);
  for (const by of comparisons) if (isPlain || by === 'same' || by === 'differs') pool.each(by, list, with_);
}

function* foldAll(
  pool: TermPool,
  lists: readonly ListEntry[],
  columns: readonly ListEntry[],
  wheres: readonly (ListEntry | undefined)[],
): Generator<undefined, void, void> {
  for (const where of wheres) {
    const folded = where === undefined ? lists : columns;
    for (const list of folded) {
      if (where !== undefined && list.list !== where.list) continue;
      if (list.term.kind === 'sorted') {
        for (let k = 0; k < Math.min(4, list.rows.count); k += 1)
          pool.number({ kind: 'at', list: list.term, index: { kind: 'constant', value: k } }, 'number');
        continue;
      }
      if (!isNumber(list)) continue;
      const isPlace = list.term.kind === 'places';
      if (!isPlace) pool.fold('sum', list, where);
      if (where === undefined && list.sort === 'test') continue;
      for (const by of isPlace ? [] : (['most', 'least', 'whereMost', 'whereLeast'] as const)) {
        foldPlace(pool, columns, by, { list, where });
      }
    }
    yield undefined;
    if (where === undefined) continue;
    for (const by of ['sum', 'most', 'least'] as const) pool.fold(by, where);
    const anyOf = columns.find(({ list }) => list === where.list);
    if (anyOf === undefined) continue;
    for (const by of ['first', 'last'] as const) foldPlace(pool, columns, by, { list: anyOf, where });
    yield undefined;
  }
}

/** A fold, and where it tells a place, what the columns have there. */
function foldPlace(
  pool: TermPool,
  columns: readonly ListEntry[],
  by: 'most' | 'least' | 'whereMost' | 'whereLeast' | 'first' | 'last',
  { list, where }: { readonly list: ListEntry; readonly where: ListEntry | undefined },
): void {
  pool.fold(by, list, where);
  if (by === 'most' || by === 'least') return;
  const index: NumberTerm = { kind: 'fold', by, list: list.term, ...(where !== undefined && { where: where.term }) };
  for (const column of columns) {
    if (column.list !== list.list || column.term.kind === 'places' || column === list) continue;
    pool.number({ kind: 'at', list: column.term, index }, column.sort);
  }
}

/** Two tests of the same records at once. */
function* joinTests(
  pool: TermPool,
  tests: readonly ListEntry[],
  columns: readonly ListEntry[],
): Generator<undefined, void, void> {
  const some = tests.slice(0, MOST_JOINED);
  for (const [i, a] of some.entries()) {
    const before = pool.lists.length;
    for (const b of some.slice(i + 1)) if (b.list === a.list) pool.each('both', a, b);
    yield* foldAll(pool, [], columns, pool.lists.slice(before));
  }
}
