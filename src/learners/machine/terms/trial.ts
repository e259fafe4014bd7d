import type { Column } from './column.ts';
import type { Meter } from './meter.ts';
import type { Term } from './term.ts';

/** What solved holes are tried on: many more rows than a space is grown on. */
export interface Trial {
  /** What is right at the first rows. */
  readonly right: Int32Array;
  readonly meter: Meter;
  /** What a term is worth at the first rows that are right, at least so many as are asked for; all unless told. */
  worth(term: Term, rows?: number): Column;
  /** Whether no row contradicts a term; if so it is the one that is found. */
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
