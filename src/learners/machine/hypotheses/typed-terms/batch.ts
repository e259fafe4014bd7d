import type { WordPort } from '#foundation/contracts/words';
import { invariant } from '#foundation/kernel';
import { lengthOf, readPort, readScalar } from '../word-view.ts';
import { goOn, operate, wrapped } from './operations.ts';
import { isList, type ListTerm, type NumberTerm, type Register } from './typed-term.ts';

/** A step that a term is computed at. */
export interface Situation {
  readonly observation: Uint8Array;
  /** Whether an episode begins here; the steps of an episode lie one after the other. */
  readonly begins: boolean;
  /** What was said before, as values; the lowest values where an episode begins. */
  readonly said: readonly number[];
}

/** The values of a list at all situations, row by row. */
export interface Rows {
  readonly values: Int32Array;
  readonly count: number;
  readonly lengths: Int32Array;
}

/** What a batch is about. */
export interface BatchGiven {
  readonly ports: readonly WordPort[];
  /** Numbers of values of the words that are said. */
  readonly answers: readonly number[];
  readonly registers: readonly Register[];
  /** Values of the registers, where they are known from whole episodes; otherwise they are computed. */
  readonly kept?: readonly Int32Array[];
}

/** Computes terms at many situations at once, each term once. This is what a term means. */
export class Batch {
  readonly size: number;
  readonly situations: readonly Situation[];
  private readonly given: BatchGiven;
  private readonly word: number;
  private readonly numbers = new Map<NumberTerm, Int32Array>();
  private readonly lists = new Map<ListTerm, Rows>();

  /** `word` is the number of the word of the action that terms are for. */
  constructor(situations: readonly Situation[], given: BatchGiven, word: number) {
    this.size = situations.length;
    this.situations = situations;
    this.given = given;
    this.word = word;
  }

  number(term: NumberTerm): Int32Array {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const made = this.compute(term);
    this.numbers.set(term, made);
    return made;
  }

  list(term: ListTerm): Rows {
    const known = this.lists.get(term);
    if (known !== undefined) return known;
    const made = this.computeList(term);
    this.lists.set(term, made);
    return made;
  }

  /** A term that is not asked for again. */
  forget(term: NumberTerm | ListTerm): void {
    if (isList(term)) this.lists.delete(term);
    else this.numbers.delete(term);
  }

  private each(read: (situation: Situation, i: number) => number): Int32Array {
    return Int32Array.from(this.situations, read);
  }

  private compute(term: NumberTerm): Int32Array {
    const { ports, answers } = this.given;
    switch (term.kind) {
      case 'word': {
        const port = ports[term.port]!;
        return this.each(({ observation }) => readScalar(observation, port) + port.low);
      }
      case 'constant':
        return new Int32Array(this.size).fill(term.value);
      case 'answers':
        return new Int32Array(this.size).fill(answers[this.word]!);
      case 'said':
        return this.each(({ said }) => said[this.word]!);
      case 'kept':
        return this.given.kept?.[term.register] ?? this.register(this.given.registers[term.register]!);
      case 'of': {
        const [a, b, by] = [this.number(term.a), this.number(term.b), operate[term.by]];
        return a.map((value, i) => by(value, b[i]!));
      }
      case 'fold':
        return this.fold(term);
      case 'at': {
        const { values, count, lengths } = this.list(term.list);
        return this.number(term.index).map((index, i) =>
          index >= 0 && index < lengths[i]! ? values[i * count + index]! : 0,
        );
      }
      case 'if': {
        const [yes, no] = [this.number(term.yes), this.number(term.no)];
        return this.number(term.test).map((test, i) => (test === 0 ? no[i]! : yes[i]!));
      }
      case 'table': {
        const rows = new Map(term.rows.map(({ keys, value }) => [keys.join(), value]));
        const columns = term.of.map((part) => this.number(part));
        return this.each((_, i) => rows.get(columns.map((column) => column[i]!).join()) ?? term.otherwise);
      }
    }
  }

  /** What a register holds when the answer is given. */
  register({ by, of, when, after }: Register): Int32Array {
    const [values, tests] = [this.number(of), this.number(when)];
    const updated = (held: number, i: number): number => {
      if (tests[i] === 0) return held;
      return wrapped(by === 'sum' ? held + values[i]! : by === 'most' ? Math.max(held, values[i]!) : values[i]!);
    };
    let held = 0;
    return this.each(({ begins, said }, i) => {
      if (begins) held = 0;
      if (after === undefined) held = updated(held, i);
      else if (!begins) {
        const isSaid = said[after.word] === after.value;
        if (after.does === 'counts') held = isSaid ? updated(held, i - 1) : held;
        else if (isSaid) held = after.does === 'clears' ? 0 : updated(0, i - 1);
        else held = updated(held, i - 1);
      }
      return held;
    });
  }

  private fold({ by, list, where }: Extract<NumberTerm, { kind: 'fold' }>): Int32Array {
    const { values, count, lengths } = this.list(list);
    const tests = where === undefined ? undefined : this.list(where).values;
    const made = new Int32Array(this.size);
    for (let i = 0; i < made.length; i += 1) {
      let [best, place, isFound] = [0, 0, false];
      for (let k = 0; k < lengths[i]!; k += 1) {
        if (tests !== undefined && tests[i * count + k] === 0) continue;
        const value = values[i * count + k]!;
        if (by === 'sum') {
          best += value;
          continue;
        }
        const isBetter =
          !isFound ||
          by === 'last' ||
          (by !== 'first' && (by === 'least' || by === 'whereLeast' ? value < best : value > best));
        if (isBetter) [best, place] = [value, k];
        isFound = true;
      }
      made[i] = by === 'sum' || by === 'least' || by === 'most' ? best : place;
    }
    return made;
  }

  private computeList(term: ListTerm): Rows {
    switch (term.kind) {
      case 'column': {
        const port = this.given.ports[term.port]!;
        return this.rows(port, ({ observation }) => readPort(observation, port).map((value) => value + port.low));
      }
      case 'places': {
        const port = this.given.ports[term.port]!;
        const places = Array.from({ length: port.repeats[0]!.count }, (_, k) => k);
        return this.rows(port, () => places);
      }
      case 'paired': {
        const { values, count, lengths } = this.list({ kind: 'column', port: term.port });
        const pairs = pairsOf(count);
        const made = new Int32Array(this.size * pairs.length);
        for (let i = 0; i < this.size; i += 1) {
          for (const [k, pair] of pairs.entries())
            made[i * pairs.length + k] = values[i * count + pair[term.second ? 1 : 0]]!;
        }
        return { values: made, count: pairs.length, lengths: lengths.map((length) => (length * (length - 1)) / 2) };
      }
      case 'each': {
        const a = this.list(term.a);
        const by = operate[term.by];
        if (isList(term.b)) {
          const b = this.list(term.b);
          invariant(a.count === b.count, 'both lists are of one length');
          return { ...a, values: a.values.map((value, i) => by(value, b.values[i]!)) };
        }
        const b = this.number(term.b);
        return { ...a, values: a.values.map((value, i) => by(value, b[Math.floor(i / a.count)]!)) };
      }
      case 'sorted':
        return this.mapRows(term.list, (row) => row.sort((x, y) => (term.up ? x - y : y - x)));
      case 'sums':
        return this.mapRows(term.list, (row) => {
          let sum = 0;
          return row.map((value) => (sum += value));
        });
      case 'before':
        return this.mapRows(term.list, (row) => row.map((_, k) => row[k - 1] ?? 0));
      case 'marks':
        return this.mapRows(term.list, (row) => row.map((value) => term.marks[value] ?? 0));
      case 'scan': {
        const [within, by] = [this.number(term.within), goOn[term.by]];
        return this.mapRows(term.list, (row, i) => {
          let so = 0;
          return row.map((value) => (so = by(so, value, within[i]!)));
        });
      }
    }
  }

  private rows(port: WordPort, read: (situation: Situation) => readonly number[]): Rows {
    const { count } = port.repeats[0]!;
    const values = new Int32Array(this.size * count);
    for (const [i, situation] of this.situations.entries()) values.set(read(situation), i * count);
    return { values, count, lengths: this.each(({ observation }) => lengthOf(observation, port, this.given.ports)) };
  }

  /** Changes the items that are there. */
  private mapRows(list: ListTerm, change: (row: number[], i: number) => number[]): Rows {
    const { values, count, lengths } = this.list(list);
    const made = new Int32Array(values.length);
    for (let i = 0; i < this.size; i += 1) {
      made.set(change([...values.subarray(i * count, i * count + lengths[i]!)], i), i * count);
    }
    return { values: made, count, lengths };
  }
}

/** Places of every two items: those that have both are the first ones, however long the list is. */
export function pairsOf(count: number): (readonly [number, number])[] {
  return Array.from({ length: count }, (_, second) =>
    Array.from({ length: second }, (_each, first) => [first, second] as const),
  ).flat();
}
