import type { WordPort } from '#contracts/words';
import type { Meter } from '../meter.ts';
import type { Judge } from './find-term.ts';
import type { NumberEntry, TermPool } from './term-pool.ts';
import type { NumberTerm } from './typed-term.ts';

/** Values that a column of a table has at most, rows of a table, and right answers that each row needs. */
const MOST_KEYS = 16;
const MOST_ROWS = 64;
const PER_ROW = 2.5;
const MOST_COLUMNS = 64;
const MOST_BASES = 12;

/** The smallest table by one or two small terms whose entries are right, alone or added to another term modulo the number of answers. */
export function tableTerm(pool: TermPool, judge: Judge, meter: Meter, port: WordPort): NumberTerm | undefined {
  const small = pool.numbers
    .filter(({ term }) => isPlain(term))
    .filter(({ values }) => new Set(values).size <= MOST_KEYS && new Set(values).size > 1)
    .sort((a, b) => remoteness(a.term) - remoteness(b.term))
    .slice(0, 2 * MOST_COLUMNS)
    .map((entry) => ({ entry, column: judge.all.number(entry.term) }))
    .filter(({ column }) => new Set(column).size <= MOST_KEYS)
    .slice(0, MOST_COLUMNS);
  const bases: (NumberEntry | undefined)[] = [
    undefined,
    ...pool.numbers.filter(({ sort, term }) => sort === 'number' && term.kind !== 'constant').slice(0, MOST_BASES),
  ];
  for (const base of bases) {
    let [best, fewest]: [NumberTerm | undefined, number] = [undefined, Infinity];
    const from = base && judge.all.number(base.term);
    const wanted = judge.right.map((value, i) =>
      from === undefined ? value : modulo(value - port.low - from[i]!, port.values),
    );
    for (const [i, a] of small.entries()) {
      for (const b of [undefined, ...small.slice(i + 1)]) {
        meter.spend(8);
        const columns = b === undefined ? [a] : [a, b];
        const rows = rowsOf(
          columns.map(({ column }) => column),
          wanted,
        );
        if (rows === undefined || rows.length >= fewest) continue;
        meter.spend(wanted.length);
        const table: NumberTerm = { kind: 'table', of: columns.map(({ entry }) => entry.term), rows, otherwise: 0 };
        const term = base === undefined ? table : added(base.term, table, port);
        if (judge.accepts(term)) [best, fewest] = [term, rows.length];
      }
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** A word, what is kept or said, or the remainder or test of one: what a table is made by. */
function isPlain(term: NumberTerm): boolean {
  if (term.kind !== 'of') return true;
  return (
    (term.by === 'remainder' || term.by === 'same' || term.by === 'below') &&
    term.a.kind !== 'of' &&
    term.b.kind !== 'of'
  );
}

/** Words come first, then their remainders, then their tests. */
function remoteness(term: NumberTerm): number {
  if (term.kind !== 'of') return 0;
  return term.by === 'remainder' && term.b.kind === 'constant' ? 1 : 2;
}

/** base + table modulo the number of answers. */
function added(base: NumberTerm, table: NumberTerm, { low }: WordPort): NumberTerm {
  const sum: NumberTerm = { kind: 'of', by: 'add', a: base, b: table };
  const rest: NumberTerm = { kind: 'of', by: 'remainder', a: sum, b: { kind: 'answers' } };
  return low === 0 ? rest : { kind: 'of', by: 'add', a: rest, b: { kind: 'constant', value: low } };
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The rows of a table that tells what is wanted; none where it would have to tell two things, or has too many rows for what was seen. */
function rowsOf(
  columns: readonly Int32Array[],
  wanted: Int32Array,
): { readonly keys: number[]; readonly value: number }[] | undefined {
  const rows = new Map<string, { readonly keys: number[]; readonly value: number }>();
  for (let i = 0; i < wanted.length; i += 1) {
    const keys = columns.map((column) => column[i]!);
    const name = keys.join();
    const row = rows.get(name);
    if (row === undefined) rows.set(name, { keys, value: wanted[i]! });
    else if (row.value !== wanted[i]) return undefined;
    if (rows.size > MOST_ROWS || rows.size * PER_ROW > wanted.length) return undefined;
  }
  return [...rows.values()];
}
