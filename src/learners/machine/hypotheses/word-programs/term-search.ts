import type { WordPort } from '#foundation/contracts/words';
import type { Meter } from '../meter.ts';
import { readPort, readScalar } from '../word-view.ts';
import { rankAll, spell } from './term-value.ts';
import {
  type Comparison,
  type End,
  isSmall,
  listBounds,
  type ListTerm,
  sizeOfTerm,
  type Term,
  boundOf,
} from './term.ts';

/** A number that was said, and what it earned. */
export interface Sample {
  readonly observation: Uint8Array;
  readonly said: number;
  readonly reward: number;
}

/** A term, and what answers that agree with it earned. */
export interface ScoredTerm {
  readonly term: Term;
  readonly mean: number;
  readonly hits: number;
  /** A low estimate of the mean. */
  readonly low: number;
}

/** Terms of one search at most, and lists longer than this are not ranked. */
const MOST_TERMS = 20_000;
const MOST_RANKED = 40;
const MOST_ITEMS = 128;
/** Answers that agree with a term, below which their mean says nothing. */
const FEWEST_HITS = 8;
/** Standard errors that a low estimate lies below the mean. */
const CAUTION = 2;
const TURN = 1e5;

interface Column<T> {
  readonly term: T;
  readonly values: Int32Array;
}

interface Lists extends Column<ListTerm> {
  readonly count: number;
}

/**
 * The term whose agreeing answers earned most, bottom up: words and numbers, then what is found or stands at a place in a list, sums and differences, then a
 * place in a list once more. Terms that are the same on all samples are one.
 *
 * @source off-policy evaluation by agreement: Li et al. 2011, arXiv:1003.5956; observational equivalence: Udupa et al. 2013
 */
export function* searchTerms(
  samples: readonly Sample[],
  {
    ports,
    there,
    values,
  }: { readonly ports: readonly WordPort[]; readonly there: readonly number[]; readonly values: number },
  meter: Meter,
): Generator<undefined, ScoredTerm | undefined, void> {
  const search = new TermSearch(samples, ports);
  for (const value of Array.from({ length: Math.min(values, MOST_ITEMS) }, (_, i) => i)) search.addConstant(value);
  search.addLeaves(there);
  let spent = 0;
  for (const term of search.grow()) {
    spent += term;
    meter.spend(term);
    if (spent > TURN) {
      spent = 0;
      yield undefined;
    }
  }
  return search.best;
}

class TermSearch {
  best: ScoredTerm | undefined;
  private readonly samples: readonly Sample[];
  private readonly ports: readonly WordPort[];
  private readonly scalars: Column<Term>[] = [];
  private readonly lists: Lists[] = [];
  private readonly seen = new Set<string>();
  private readonly spread: number;

  constructor(samples: readonly Sample[], ports: readonly WordPort[]) {
    this.samples = samples;
    this.ports = ports;
    const mean = samples.reduce((sum, { reward }) => sum + reward, 0) / samples.length;
    this.spread = Math.sqrt(samples.reduce((sum, { reward }) => sum + (reward - mean) ** 2, 0) / samples.length);
  }

  addConstant(value: number): void {
    this.score({ kind: 'constant', value }, new Int32Array(this.samples.length).fill(value));
  }

  addLeaves(there: readonly number[]): void {
    for (const port of there) {
      const { role, repeats } = this.ports[port]!;
      if (role === 'real' || role === 'mark') continue;
      const [outer, inner, deeper] = repeats;
      if (outer === undefined) this.addScalar({ kind: 'word', port }, (bits) => readScalar(bits, this.ports[port]!));
      else if (deeper === undefined && outer.count * (inner?.count ?? 1) <= MOST_ITEMS) this.addList(port);
    }
  }

  private addScalar(term: Term, read: (bits: Uint8Array) => number): void {
    if (!isSmall(boundOf(term, this.ports))) return;
    this.keep({ term, values: Int32Array.from(this.samples, ({ observation }) => read(observation)) }, this.scalars);
  }

  private addList(port: number): void {
    const of = this.ports[port]!;
    const [outer, inner] = of.repeats;
    const made: ListTerm[] = [];
    if (inner === undefined) {
      made.push({ kind: 'column', port });
      for (const highest of ['first', 'last'] as const) {
        this.addScalar({ kind: 'number', port, highest }, (bits) => spell(readPort(bits, of), of.values, highest));
      }
    } else for (const highest of ['first', 'last'] as const) made.push({ kind: 'records', port, highest });
    for (const term of made) {
      if (!isSmall(listBounds(term, this.ports).values)) continue;
      const rows = this.samples.map(({ observation }) => this.readList(term, observation));
      this.pushList(term, rows, outer!.count);
      if (outer!.count > MOST_RANKED) continue;
      for (const by of ['below', 'above', 'same'] satisfies Comparison[]) {
        this.pushList(
          { kind: 'rank', of: term, by },
          rows.map((row) => rankAll(row, by)),
          outer!.count,
        );
      }
    }
  }

  private readList(term: ListTerm, observation: Uint8Array): number[] {
    if (term.kind === 'rank') return [];
    const port = this.ports[term.port]!;
    const items = readPort(observation, port);
    const inner = port.repeats[1]?.count;
    if (inner === undefined || term.kind === 'column') return items;
    const highest: End = term.highest;
    return Array.from({ length: items.length / inner }, (_, i) =>
      spell(items.slice(i * inner, (i + 1) * inner), port.values, highest),
    );
  }

  private pushList(term: ListTerm, rows: readonly (readonly number[])[], count: number): void {
    this.lists.push({ term, values: Int32Array.from(rows.flat()), count });
  }

  /** Makes terms of terms; each step tells what it cost. */
  *grow(): Generator<number, void, void> {
    const leaves = [...this.scalars];
    const first: Column<Term>[] = [];
    for (const list of this.lists) {
      for (const scalar of leaves) yield* this.inList(list, scalar, first);
    }
    for (const a of leaves) {
      for (const b of leaves) {
        if (a === b) continue;
        yield* this.make({ kind: 'less', a: a.term, b: b.term }, first, (i) =>
          Math.max(0, a.values[i]! - b.values[i]!),
        );
        yield* this.make({ kind: 'add', a: a.term, b: b.term }, first, (i) => a.values[i]! + b.values[i]!);
      }
    }
    const second: Column<Term>[] = [];
    for (const list of this.lists) for (const scalar of first) yield* this.inList(list, scalar, second);
    const one: Term = { kind: 'constant', value: 1 };
    for (const a of [...leaves, ...first]) {
      yield* this.make({ kind: 'add', a: a.term, b: one }, second, (i) => a.values[i]! + 1);
      yield* this.make({ kind: 'less', a: a.term, b: one }, second, (i) => Math.max(0, a.values[i]! - 1));
    }
  }

  private *inList(list: Lists, { term, values }: Column<Term>, into: Column<Term>[]): Generator<number, void, void> {
    const { count } = list;
    const bound = boundOf(term, this.ports);
    if (bound <= count + 1) {
      yield* this.make({ kind: 'at', list: list.term, index: term }, into, (i) =>
        values[i]! < count ? list.values[i * count + values[i]!]! : 0,
      );
    }
    yield* this.make({ kind: 'find', list: list.term, what: term }, into, (i) => {
      for (let k = 0; k < count; k += 1) if (list.values[i * count + k] === values[i]) return k;
      return 0;
    });
  }

  private *make(term: Term, into: Column<Term>[], value: (sample: number) => number): Generator<number, void, void> {
    if (this.seen.size >= MOST_TERMS || !isSmall(boundOf(term, this.ports))) return;
    const values = new Int32Array(this.samples.length);
    for (let i = 0; i < values.length; i += 1) values[i] = value(i);
    this.keep({ term, values }, into);
    yield 2 * values.length;
  }

  private keep(column: Column<Term>, into: Column<Term>[]): void {
    const key = fingerprint(column.values);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    into.push(column);
    this.score(column.term, column.values);
  }

  private score(term: Term, values: Int32Array): void {
    let [hits, sum] = [0, 0];
    for (const [i, { said, reward }] of this.samples.entries()) {
      if (values[i] !== said) continue;
      hits += 1;
      sum += reward;
    }
    if (hits < FEWEST_HITS) return;
    const mean = sum / hits;
    const low = mean - (CAUTION * this.spread) / Math.sqrt(hits) - 1e-6 * sizeOfTerm(term);
    if (low > (this.best?.low ?? -Infinity)) this.best = { term, mean, hits, low };
  }
}

/** Two sums over the values: equal for equal columns, and otherwise hardly ever. */
function fingerprint(values: Int32Array): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (const value of values) {
    a = Math.imul(a ^ value, 0x01000193);
    b = Math.imul(b + value, 0x85ebca6b) ^ (b >>> 13);
  }
  return `${a},${b}`;
}
