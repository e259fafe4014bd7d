import type { Grammar } from '../../terms/grammar.ts';

/** Bits of a number that may belong to one size of a task alone: what is said without it holds on other sizes too. */
const SIZE_BITS = 9;
/** Symbols of so many codes are constants. */
const MOST_SYMBOLS = 16;

/**
 * The prior over terms on faces where nothing was learnt: about log₂ of how many productions of a type are as likely. What is not named here costs what
 * its production says; what has no gates is left out.
 */
const bits: Grammar['bits'] = {
  add: 3,
  subtract: 3,
  multiply: 4,
  divide: 6,
  modulo: 4,
  smaller: 4,
  larger: 4,
  negative: 4,
  equal: 3,
  less: 3,
  same: 2,
  not: 3,
  and: 4,
  or: 5,
  divides: 7,
  contains: 5,
  truth: 2,
  code: 2,
  number: 3,
  choose: 5,
  signed: 3,
  head: 3,
  last: 3,
  length: 3,
  sum: 3,
  product: 9,
  most: 3,
  least: 3,
  nth: 3,
  count: 4,
  find: 5,
  tail: 8,
  init: 9,
  reverse: 9,
  sort: 7,
  unique: 8,
  sums: 4,
  later: 5,
  take: 9,
  drop: 9,
  takeLast: 9,
  dropLast: 9,
  without: 9,
  concat: Infinity,
  singleton: Infinity,
  map: 2,
  filter: 2,
  sortBy: 7,
  leastBy: 3,
  mostBy: 3,
  some: 3,
  every: 4,
  after: 3,
  from: 3,
};

/** The grammar for a face whose symbols have at most so many codes. */
export function faceGrammar(symbols: number): Grammar {
  const words = Array.from({ length: 11 }, (_, value) => ({
    term: { is: 'word', value } as const,
    type: 'word' as const,
    bits: value <= 2 ? 3 : SIZE_BITS,
  }));
  const codes = Array.from({ length: Math.min(symbols, MOST_SYMBOLS) }, (_, code) => ({
    term: { is: 'symbol', code, name: String(code) } as const,
    type: 'symbol' as const,
    bits: 3,
  }));
  return { bits, abstractions: [], isForMachines: true, constants: [...words, ...codes] };
}
