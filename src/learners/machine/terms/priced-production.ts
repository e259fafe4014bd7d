import type { Entry } from './entry.ts';
import { environmentOf, evaluateTerm } from './evaluate-term.ts';
import type { Abstraction } from './grammar.ts';
import type { Production } from './production.ts';
import type { Term } from './term.ts';

/** A production; one of a library is written out where its term is asked for. */
export interface Applied extends Production {
  readonly written?: Term;
  readonly fields?: Abstraction['fields'];
}

export interface Priced {
  readonly production: Applied;
  readonly bits: number;
}

/** Bits of an abstraction whose use is not known. */
const ABSTRACTION_BITS = 3;

export function priced({ name, args, result, term, fields }: Abstraction, bits = ABSTRACTION_BITS): Priced {
  const production: Applied = {
    name,
    args,
    result,
    bits,
    written: term,
    fields,
    ...(result === 'list' && { keepsItems: true as const }),
    evaluate: (columns, n) =>
      evaluateTerm(term, environmentOf(n, new Map(columns.map((column, k) => [`$${k}`, { type: args[k]!, column }])))),
    say: (said) => `${name}(${said.join(', ')})`,
  };
  return { production, bits };
}

/** Whether a measure can be kept step by step: its words are constants, and places of steps are not told. */
export function isMeasureAlong({ fold }: Production, [list, ...words]: readonly Entry[]): boolean {
  if (fold === undefined || words.some(({ isOpen }) => isOpen)) return false;
  return list!.places === undefined || fold.ignoresItem === true;
}
