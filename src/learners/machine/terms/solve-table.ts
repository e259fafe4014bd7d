import { pairName, PAIR_BASE } from './productions/pairs.ts';
import { type Entry, termOf } from './entry.ts';
import type { Space } from './space.ts';
import { type Answers, call, moduloAnswers, type Trial } from './trial.ts';
import type { Term } from './term.ts';

/** Values that a key has at most, entries of a table, and right rows that each entry needs. */
const MOST_KEYS = 16;
const MOST_ENTRIES = 64;
const PER_ENTRY = 2.5;
/** Terms that are keys, words that a table is added to, and tables that may be refused. */
const MOST_COLUMNS = 64;
const MOST_BASES = 12;
const MOST_REFUSED = 60;

/** The smallest table over one or two small terms whose entries are right, alone or added to another word modulo the number of answers. */
export function solveTable(space: Space, trial: Trial, answers: Answers): boolean {
  const keys = (['word', 'flag', 'symbol'] as const)
    .flatMap((type) => space.entries(type))
    .filter((entry) => entry.isOpen && isPlain(entry) && new Set(entry.column).size > 1)
    .sort((a, b) => remoteness(a) - remoteness(b) || a.bits - b.bits)
    .slice(0, 2 * MOST_COLUMNS)
    .map((entry) => ({ entry, column: trial.worth(termOf(entry)) }))
    .filter(
      ({ column }) => column.every((value) => value >= 0 && value < PAIR_BASE) && new Set(column).size <= MOST_KEYS,
    )
    .slice(0, MOST_COLUMNS);
  const bases: (Entry | undefined)[] = [
    undefined,
    ...space
      .entries('word')
      .filter(({ isOpen }) => isOpen)
      .slice(0, MOST_BASES),
  ];
  let refused = 0;
  for (const base of bases) {
    const from = base && trial.worth(termOf(base));
    const wanted = trial.right.map((value, i) =>
      from === undefined ? value : modulo(value - answers.low - from[i]!, answers.values),
    );
    const tables = keys.flatMap((a, i) =>
      [undefined, ...keys.slice(i + 1)].flatMap((b) => {
        const entries = entriesOf(a.column, b?.column, wanted, trial);
        return entries === undefined ? [] : [{ entries, a, b }];
      }),
    );
    for (const { entries, a, b } of tables.sort((x, y) => x.entries.length - y.entries.length)) {
      const of: Term =
        b === undefined
          ? termOf(a.entry)
          : call(pairName(a.entry.type, b.entry.type), termOf(a.entry), termOf(b.entry));
      const table: Term = { is: 'table', of, entries, otherwise: 0 };
      const term = base === undefined ? table : moduloAnswers(call('add', termOf(base), table), answers);
      if (trial.accepts(term)) return true;
      refused += 1;
      if (refused > MOST_REFUSED) return false;
    }
  }
  return false;
}

/** Words, what is kept or said, and remainders and tests of them. A table over a count of items would hold for lists of one length alone. */
function isPlain(entry: Entry): boolean {
  return remoteness(entry) <= 2;
}

/** Words and what is kept come first, then their remainders, then their tests; 3 for the rest. */
function remoteness({ make, type }: Entry): number {
  if ('leaf' in make) return 0;
  if (!('production' in make)) return 3;
  const { args, production } = make;
  if (args[0]!.isAlong) return 0;
  if (args.some((arg) => arg.type === 'list' || remoteness(arg) > 0)) return 3;
  return production === 'modulo' && !args[1]!.isOpen ? 1 : type === 'flag' || production === 'modulo' ? 2 : 3;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The entries of the table from keys to wanted values; undefined where a key has two wanted values, or where the table has too many entries for the rows seen. */
function entriesOf(
  first: Int32Array,
  second: Int32Array | undefined,
  wanted: Int32Array,
  { meter }: Trial,
): (readonly [number, number])[] | undefined {
  const entries = new Map<number, number>();
  const most = Math.min(MOST_ENTRIES, wanted.length / PER_ENTRY);
  for (let i = 0; i < wanted.length; i += 1) {
    const key = second === undefined ? first[i]! : first[i]! * PAIR_BASE + second[i]!;
    const value = entries.get(key);
    if (value === undefined) entries.set(key, wanted[i]!);
    if ((value !== undefined && value !== wanted[i]) || entries.size > most) {
      meter.spend(i + 1);
      return undefined;
    }
  }
  meter.spend(wanted.length);
  return [...entries].sort((a, b) => a[0] - b[0]);
}
