import { arithmetic } from './productions/arithmetic.ts';
import { comparison } from './productions/comparison.ts';
import { conversions } from './productions/conversions.ts';
import { lists } from './productions/lists.ts';
import { measures } from './productions/measures.ts';
import { pairs } from './productions/pairs.ts';
import { vectors } from './productions/vectors.ts';
import type { Production } from './production.ts';
import type { Term } from './term.ts';

/** A production that a library adds: a name for a term whose open places are the columns `$0`, `$1`, …. */
export interface Abstraction {
  readonly name: string;
  readonly args: Production['args'];
  readonly result: Production['result'];
  readonly term: Term;
  /** Pairs of its open lists: the first is read at places that are items of the second, so it must be a field of the records that the second is chosen from. */
  readonly fields: readonly (readonly [number, number])[];
}

/** The prior over terms: production → bits. What is not named costs what its production says; `Infinity` leaves it out. */
export interface Grammar {
  readonly bits: Readonly<Record<string, number>>;
  readonly abstractions: readonly Abstraction[];
  /** Leaves out what has no gates. */
  readonly isForMachines?: true;
  /** Constants with their bits, in place of small numbers and the empty list. */
  readonly constants?: readonly { readonly term: Term; readonly type: Production['result']; readonly bits: number }[];
}

/** Everything the language has. */
export const productions: readonly Production[] = [
  ...arithmetic,
  ...comparison,
  ...conversions,
  ...measures,
  ...lists,
  ...pairs,
  ...vectors,
];

const byName: ReadonlyMap<string, Production> = new Map(productions.map((row) => [row.name, row]));

export function productionNamed(name: string): Production | undefined {
  return byName.get(name);
}

/** Bits of a leaf inside a body. */
export const leafBits = { column: 1, item: 1, place: 3, before: 2, record: 4, choice: 6 } as const;

/** The grammar where nothing was learnt. */
export const plainGrammar: Grammar = { bits: {}, abstractions: [] };

/** Bits of a constant: small numbers are likely, and the length of a large one is paid. */
export function constantBits(value: number): number {
  const size = Math.abs(value);
  const sign = value < 0 ? 2 : 0;
  if (size >= 1 && size <= 3) return 4 + sign;
  if (size <= 10) return 5 + sign;
  return 8 + 2 * Math.max(0, Math.ceil(Math.log2((size + 1) / 100))) + sign;
}

/** The grammar of what is done with words and flags alone. */
export function wordsOnly(grammar: Grammar): Grammar {
  const others = productions.filter(({ args, result }) =>
    [...args, result].some((type) => type !== 'word' && type !== 'flag'),
  );
  const left = Object.fromEntries(others.map(({ name }) => [name, Infinity]));
  return { ...grammar, bits: { ...grammar.bits, ...left }, abstractions: [] };
}
