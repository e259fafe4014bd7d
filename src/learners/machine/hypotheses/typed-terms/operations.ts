import type { Operation, Running } from './typed-term.ts';

/** What each operation does. The remainder is never negative; by 0 or less it is 0. The quotient of what is negative, or by 0 or less, is 0. */
export const operate: Readonly<Record<Operation, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  least: (a, b) => (a < b ? a : b),
  most: (a, b) => (a > b ? a : b),
  remainder: (a, b) => (b <= 0 ? 0 : ((a % b) + b) % b),
  quotient: (a, b) => (b <= 0 || a < 0 ? 0 : Math.floor(a / b)),
  same: (a, b) => (a === b ? 1 : 0),
  differs: (a, b) => (a === b ? 0 : 1),
  below: (a, b) => (a < b ? 1 : 0),
  atLeast: (a, b) => (a < b ? 0 : 1),
  both: (a, b) => (a !== 0 && b !== 0 ? 1 : 0),
};

/** What goes on: from what there is so far and the next item, within a number. */
export const goOn: Readonly<Record<Running, (so: number, item: number, within: number) => number>> = {
  floored: (so, item) => Math.max(0, so + item),
  clamped: (so, item, within) => Math.min(within, Math.max(0, so + item)),
  packed: (so, item, within) => (so + item > within ? item : so + item),
  run: (so, item) => (item === 0 ? 0 : so + 1),
  most: (so, item) => Math.max(so, item),
};

/** The least and the greatest value. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** What a register can hold: sums go round past it. */
export const REGISTER_BITS = 12;

/** A sum as a register holds it: two's complement. */
export function wrapped(value: number): number {
  const half = 2 ** (REGISTER_BITS - 1);
  return ((((value + half) % (2 * half)) + 2 * half) % (2 * half)) - half;
}

/** Where the results of an operation lie. */
export function boundsAfter(by: Operation, a: Bounds, b: Bounds): Bounds {
  switch (by) {
    case 'add':
      return { low: a.low + b.low, high: a.high + b.high };
    case 'subtract':
      return { low: a.low - b.high, high: a.high - b.low };
    case 'multiply': {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return { low: Math.min(...corners), high: Math.max(...corners) };
    }
    case 'least':
      return { low: Math.min(a.low, b.low), high: Math.min(a.high, b.high) };
    case 'most':
      return { low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) };
    case 'remainder':
      return { low: 0, high: Math.max(0, b.high - 1) };
    case 'quotient':
      return { low: 0, high: Math.max(0, a.high) };
    case 'same':
    case 'differs':
    case 'below':
    case 'atLeast':
    case 'both':
      return { low: 0, high: 1 };
  }
}

/** Bounds of both. */
export function joined(a: Bounds, b: Bounds): Bounds {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}
