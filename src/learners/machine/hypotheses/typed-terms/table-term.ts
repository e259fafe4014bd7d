import type { WordPort } from '#foundation/contracts/words';
import type { Meter } from '../meter.ts';
import type { Judge } from './term-judge.ts';
import type { NumberEntry, TermPool } from './term-pool.ts';
import type { NumberTerm } from './typed-term.ts';

/** Values that a column of a table has at most, rows of a table, and right answers that each row needs. */
const MOST_KEYS = 16;
const MOST_ROWS = 64;
const PER_ROW = 2.5;
const MOST_COLUMNS = 64;
const MOST_BASES = 12;
/** Tables that agree with what was right and also say what was wrong, past which none is looked for. */
const MOST_REFUSED = 60;
/** Effort per example of a table that is looked at closely. */
const CONSIDERING = 8;
/** More than twice as much as any key. */
const SCALE = 2 ** 18;

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
  let refused = 0;
  for (const base of bases) {
    let [best, fewest]: [NumberTerm | undefined, number] = [undefined, Infinity];
    const from = base && judge.all.number(base.term);
    const wanted = judge.right.map((value, i) =>
      from === undefined ? value : modulo(value - port.low - from[i]!, port.values),
    );
    for (const [i, a] of small.entries()) {
      for (const b of [undefined, ...small.slice(i + 1)]) {
        const columns = b === undefined ? [a] : [a, b];
        const rows = rowsOf(
          columns.map(({ column }) => column),
          wanted,
          meter,
        );
        if (rows === undefined || rows.length >= fewest) continue;
        if (refused > MOST_REFUSED) return undefined;
        meter.spend(judge.all.size * CONSIDERING);
        const table: NumberTerm = { kind: 'table', of: columns.map(({ entry }) => entry.term), rows, otherwise: 0 };
        const term = base === undefined ? table : added(base.term, table, port);
        if (judge.accepts(term)) [best, fewest] = [term, rows.length];
        else refused += 1;
      }
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** A word, what is kept or said, or the remainder or test of one: what a table is made by. */
function isPlain(term: NumberTerm): boolean {
  // A table by a count would hold for lists of one length alone.
  if (term.kind !== 'of') return term.kind !== 'fold' && term.kind !== 'at';
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
  meter: Meter,
): { readonly keys: number[]; readonly value: number }[] | undefined {
  const [first, second] = columns;
  const rows = new Map<number, number>();
  const most = Math.min(MOST_ROWS, wanted.length / PER_ROW);
  for (let i = 0; i < wanted.length; i += 1) {
    const name = first![i]! * SCALE + (second?.[i] ?? 0);
    const value = rows.get(name);
    if (value === undefined) rows.set(name, wanted[i]!);
    if ((value !== undefined && value !== wanted[i]) || rows.size > most) {
      meter.spend(i + 1);
      return undefined;
    }
  }
  meter.spend(wanted.length);
  return [...rows].map(([name, value]) => {
    const key = Math.round(name / SCALE);
    return { keys: second === undefined ? [key] : [key, name - key * SCALE], value };
  });
}
