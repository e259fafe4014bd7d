import type { WordPort } from '#foundation/contracts/words';
import type { Meter } from '../meter.ts';
import type { Batch, Rows } from './batch.ts';
import type { Folding, ListTerm, NumberTerm, Operation } from './typed-term.ts';

/** What the values of a term are: numbers, tests, or names of one kind of things. */
export type Sort = 'number' | 'test' | `name of ${number}`;

export interface NumberEntry {
  readonly term: NumberTerm;
  readonly sort: Sort;
  readonly values: Int32Array;
}

export interface ListEntry {
  readonly term: ListTerm;
  readonly sort: Sort;
  /** Lists of one name are columns of the same records. */
  readonly list: string;
  readonly rows: Rows;
}

const MOST_NUMBERS = 60_000;
const MOST_LISTS = 6000;
/** Past this a number is left out: circuits stay small. */
const MOST_VALUE = 2 ** 16;

export function sortOf({ symbol, role, values }: WordPort): Sort {
  if (role === 'length') return 'number';
  return symbol ? `name of ${values}` : values === 2 ? 'test' : 'number';
}

/** Terms by what they compute on some examples: of those that compute the same the first stays. */
export class TermPool {
  readonly numbers: NumberEntry[] = [];
  readonly lists: ListEntry[] = [];
  readonly byValues = new Map<string, NumberEntry>();
  private readonly seenLists = new Set<string>();
  private readonly batch: Batch;
  private readonly meter: Meter;
  private readonly look: (entry: NumberEntry) => void;

  /** `look` is told of each new number. */
  constructor(batch: Batch, meter: Meter, look: (entry: NumberEntry) => void) {
    this.batch = batch;
    this.meter = meter;
    this.look = look;
  }

  get isFull(): boolean {
    return this.numbers.length >= MOST_NUMBERS;
  }

  number(term: NumberTerm, sort: Sort, effort = 1): void {
    if (this.isFull) return;
    this.meter.spend(effort * this.batch.size);
    const values = this.batch.number(term);
    const key = values.join();
    if (this.byValues.has(key) || values.some((value) => Math.abs(value) > MOST_VALUE)) {
      this.batch.forget(term);
      return;
    }
    const entry = { term, sort, values };
    this.byValues.set(key, entry);
    this.numbers.push(entry);
    this.look(entry);
  }

  /** The list where it is new. */
  list(term: ListTerm, sort: Sort, list: string): ListEntry | undefined {
    if (this.lists.length >= MOST_LISTS) return undefined;
    const rows = this.batch.list(term);
    this.meter.spend(rows.values.length);
    const key = `${list}:${sort === 'test' ? '' : 'n'}${meantOf(rows).join()}`;
    if (this.seenLists.has(key) || rows.values.some((value) => Math.abs(value) > MOST_VALUE)) {
      this.batch.forget(term);
      return undefined;
    }
    this.seenLists.add(key);
    const entry = { term, sort, list, rows };
    this.lists.push(entry);
    return entry;
  }

  operate(by: Operation, a: NumberEntry, b: NumberEntry): void {
    this.number({ kind: 'of', by, a: a.term, b: b.term }, isTest(by) ? 'test' : 'number');
  }

  each(by: Operation, a: ListEntry, b: ListEntry | NumberEntry): ListEntry | undefined {
    return this.list({ kind: 'each', by, a: a.term, b: b.term }, isTest(by) ? 'test' : 'number', a.list);
  }

  fold(by: Folding, list: ListEntry, where?: ListEntry): void {
    const term: NumberTerm = {
      kind: 'fold',
      by,
      list: list.term,
      ...(where !== undefined && { where: where.term }),
    };
    this.number(term, 'number', list.rows.count);
  }
}

/** Values without those past the end. */
function meantOf({ values, count, lengths }: Rows): Int32Array {
  return values.map((value, i) => (i % count < lengths[Math.floor(i / count)]! ? value : -1));
}

function isTest(by: Operation): boolean {
  return by === 'same' || by === 'differs' || by === 'below' || by === 'atLeast' || by === 'both';
}
