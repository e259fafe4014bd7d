import type { WordPort } from '#foundation/contracts/words';
import { type ListEntry, type NumberEntry, type Sort, sortOf, type TermPool } from './term-pool.ts';
import type { NumberTerm, Operation, Running } from './typed-term.ts';

const arithmetic: readonly Operation[] = ['add', 'subtract', 'least', 'most'];
const comparisons: readonly Operation[] = ['below', 'atLeast', 'same', 'differs'];
const MOST_ITEMS = 64;
const MOST_SORTED = 16;
const MOST_IN_PAIRS = 12;
const MOST_NAMES = 16;
/** Numbers that lists are compared with, tests that are joined in pairs, and numbers that are combined, at most. */
const MOST_COMPARED = 60;
const MOST_JOINED = 90;
const MOST_PAIRS_JOINED = 160;
const MOST_COMBINED = 700;
/** Names that are all counted for or against, names of which one is, and lists that go on, at most. */
const MOST_SIGNED = 3;
const MOST_MARKED = 6;
const MOST_FLOWS = 120;
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
  yield* growScans(pool, columns, leaves, tests);
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
    for (const other of columns)
      if (other.list === list.list && other !== list && isOneSort(list, other)) compare(pool, list, other);
    yield undefined;
  }
  // Sums and differences of one record, and differences of one column, are compared once more.
  const made: ListEntry[] = [];
  for (const a of columns) {
    for (const b of columns) {
      if (a.list !== b.list || a === b || !isNumber(a) || !isNumber(b)) continue;
      const isOneRecord = isSecond(a) === isSecond(b);
      const sum = isOneRecord ? pool.each('add', a, b) : undefined;
      if (sum !== undefined) made.push(sum);
      const difference = isOneRecord || portOf(a) === portOf(b) ? pool.each('subtract', a, b) : undefined;
      if (difference !== undefined) made.push(difference);
    }
    yield undefined;
  }
  for (const list of made.slice(0, MOST_COMPARED)) {
    for (const other of [...columns, ...made])
      if (other.list === list.list && other !== list) compare(pool, list, other);
    yield undefined;
  }
  const tests = pool.lists.slice(before).filter(({ sort }) => sort === 'test');
  yield* foldAll(pool, [], [], tests);
  yield* joinTests(pool, tests, [], MOST_PAIRS_JOINED);
}

function isSecond({ term }: ListEntry): boolean {
  return term.kind === 'paired' && term.second;
}

function portOf({ term }: ListEntry): number {
  return term.kind === 'paired' ? term.port : -1;
}

/**
 * What goes on from record to record: numbers counted for or against by a name beside them, as sums, never below 0 or above a word, set back where a word would be
 * exceeded; how long a test has held. Of each the most, the least, the last, and where it first reaches a word.
 */
function* growScans(
  pool: TermPool,
  columns: readonly ListEntry[],
  leaves: readonly NumberEntry[],
  tests: readonly ListEntry[],
): Generator<undefined, void, void> {
  const words = leaves.filter((entry) => entry.sort === 'number' && (entry.term.kind === 'word' || isFixed(entry)));
  const amounts = columns.filter(({ sort, term }) => sort === 'number' && term.kind === 'column');
  const flows: ListEntry[] = [...amounts];
  for (const names of columns) {
    for (const marks of marksOf(names)) {
      const mark = pool.list({ kind: 'marks', list: names.term, marks }, 'number', names.list);
      if (mark === undefined) continue;
      flows.push(mark);
      for (const amount of amounts) {
        if (amount.list !== names.list) continue;
        const flow = pool.each('multiply', amount, mark);
        if (flow !== undefined) flows.push(flow);
      }
    }
    yield undefined;
  }
  for (const flow of flows.slice(0, MOST_FLOWS)) {
    const sums =
      pool.list({ kind: 'sums', list: flow.term }, 'number', flow.list) ??
      pool.lists.find(({ term }) => term.kind === 'sums' && term.list === flow.term);
    const scans = sums === undefined ? [] : [sums];
    const scan = (by: Running, within: NumberTerm): void => {
      const made = pool.list({ kind: 'scan', by, list: flow.term, within }, 'number', flow.list);
      if (made !== undefined) scans.push(made);
    };
    if (flow.rows.values.some((value) => value < 0)) scan('floored', { kind: 'constant', value: 0 });
    scan('most', { kind: 'constant', value: 0 });
    for (const { term } of words) {
      if (term.kind !== 'word') continue;
      scan('packed', term);
      scan('clamped', term);
    }
    for (const made of scans) {
      yield* foldScan(pool, made, columns);
      for (const word of words) {
        for (const by of ['below', 'atLeast', 'same'] as const) {
          const test = pool.each(by, made, word);
          if (test === undefined) continue;
          pool.fold('sum', test);
          foldPlace(pool, columns, 'first', { list: test, where: test });
        }
      }
      // Where a sum was set back, or a most was raised, it is the item itself.
      if (made.term.kind === 'scan') {
        const isItem = pool.each('same', made, flow);
        if (isItem !== undefined) pool.fold('sum', isItem);
      }
    }
    yield undefined;
  }
  yield* growRuns(pool, columns, tests);
}

/** How long tests have held. */
function* growRuns(
  pool: TermPool,
  columns: readonly ListEntry[],
  tests: readonly ListEntry[],
): Generator<undefined, void, void> {
  const flags = columns.filter(({ sort }) => sort === 'test');
  for (const test of [...flags, ...tests].slice(0, MOST_COMPARED)) {
    const run = pool.list(
      { kind: 'scan', by: 'run', list: test.term, within: { kind: 'constant', value: 0 } },
      'number',
      test.list,
    );
    if (run !== undefined) yield* foldScan(pool, run, columns);
  }
}

/** The most, the least, the last of a list, and where it is most or least. */
function* foldScan(pool: TermPool, list: ListEntry, columns: readonly ListEntry[]): Generator<undefined, void, void> {
  for (const by of ['most', 'least'] as const) pool.fold(by, list);
  for (const by of ['whereMost', 'whereLeast'] as const) foldPlace(pool, columns, by, { list, where: undefined });
  const index: NumberTerm = { kind: 'fold', by: 'last', list: list.term };
  pool.number({ kind: 'at', list: list.term, index }, 'number', list.rows.count);
  yield undefined;
}

/** What names may count for: 1, −1 or nothing each; of many names one for and one against at most. */
function marksOf({ sort, rows, term }: ListEntry): number[][] {
  if (term.kind !== 'column') return [];
  if (sort === 'test')
    return [
      [-1, 1],
      [1, -1],
      [1, 0],
    ];
  if (!sort.startsWith('name')) return [];
  const names = Number(sort.slice('name of '.length));
  if (names > MOST_MARKED || rows.count > MOST_ITEMS) return [];
  const all = Array.from({ length: 3 ** names - 1 }, (_, code) =>
    Array.from({ length: names }, (_each, k) => ((Math.floor((code + 1) / 3 ** k) + 1) % 3) - 1),
  ).filter((marks) => marks.some((mark) => mark !== 0));
  const weight = (marks: readonly number[]): number => marks.reduce((sum, mark) => sum + Math.abs(mark), 0);
  const isSimple = (marks: readonly number[]): boolean =>
    marks.filter((mark) => mark > 0).length <= 1 && marks.filter((mark) => mark < 0).length <= 1;
  return all.filter((marks) => names <= MOST_SIGNED || isSimple(marks)).sort((a, b) => weight(a) - weight(b));
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
        pool.operate('quotient', a, b);
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
  most = MOST_JOINED,
): Generator<undefined, void, void> {
  const some = tests.slice(0, most);
  for (const [i, a] of some.entries()) {
    const before = pool.lists.length;
    for (const b of some.slice(i + 1)) if (b.list === a.list) pool.each('both', a, b);
    yield* foldAll(pool, [], columns, pool.lists.slice(before));
  }
}
