import type { Column } from './column.ts';
import type { Meter } from './meter.ts';
import type { Term } from './term.ts';

/** What solved holes are tried on: many more rows than a space is grown on. */
export interface Trial {
  /** The right answers at the first rows. */
  readonly right: Int32Array;
  readonly meter: Meter;
  /** The values of a term at the rows with a right answer: at the first `rows` of them at least, at all unless told. */
  worth(term: Term, rows?: number): Column;
  /** Whether no row contradicts a term. If none does, the search has found it. */
  accepts(term: Term): boolean;
}

/** Words that say what is right modulo a number, from a lowest one. */
export interface Answers {
  readonly low: number;
  readonly values: number;
}

export function word(value: number): Term {
  return { is: 'word', value };
}

export function call(name: string, ...args: readonly Term[]): Term {
  return { is: 'call', name, args };
}

/** A term and a constant. */
export function shiftedBy(term: Term, by: number): Term {
  if (by === 0) return term;
  return by > 0 ? call('add', term, word(by)) : call('subtract', term, word(-by));
}

/** Whole numbers modulo the answers, moved to where they begin. */
export function moduloAnswers(term: Term, { low }: Answers): Term {
  return shiftedBy(call('modulo', term, { is: 'column', name: 'answers' }), low);
}
