import type { Column } from '../column.ts';
import type { Production } from '../production.ts';

function onBits(
  name: string,
  arity: 1 | 2,
  bits: number,
  apply: (to: Column, a: Column, b: Column) => void,
): Production {
  return {
    name,
    args: arity === 1 ? ['bits'] : ['bits', 'bits'],
    result: 'bits',
    bits,
    ...(arity === 2 && { isSymmetric: true }),
    evaluate([a, b]) {
      const column = new Int32Array(a!.length);
      apply(column, a!, b ?? a!);
      return column;
    },
    say: (args) => `${name}(${args.join(', ')})`,
  };
}

/** A logical shift to the right by 1 … 31 places. */
export function shiftRight(places: number): Production {
  return onBits(`shiftRight${places}`, 1, 2, (to, a) => {
    for (let i = 0; i < to.length; i += 2) {
      to[i] = (a[i]! >>> places) | (a[i + 1]! << (32 - places));
      to[i + 1] = a[i + 1]! >>> places;
    }
  });
}

/** A shift to the left by 1 … 31 places. */
export function shiftLeft(places: number): Production {
  return onBits(`shiftLeft${places}`, 1, 2, (to, a) => {
    for (let i = 0; i < to.length; i += 2) {
      to[i] = a[i]! << places;
      to[i + 1] = (a[i + 1]! << places) | (a[i]! >>> (32 - places));
    }
  });
}

/** Operations on vectors of 64 bits, as pairs of 32. */
export const vectors: readonly Production[] = [
  onBits('bitNot', 1, 2, (to, a) => {
    for (let i = 0; i < to.length; i += 1) to[i] = ~a[i]!;
  }),
  onBits('bitAnd', 2, 2, (to, a, b) => {
    for (let i = 0; i < to.length; i += 1) to[i] = a[i]! & b[i]!;
  }),
  onBits('bitOr', 2, 2, (to, a, b) => {
    for (let i = 0; i < to.length; i += 1) to[i] = a[i]! | b[i]!;
  }),
  onBits('bitXor', 2, 2, (to, a, b) => {
    for (let i = 0; i < to.length; i += 1) to[i] = a[i]! ^ b[i]!;
  }),
  onBits('bitAdd', 2, 2, (to, a, b) => {
    for (let i = 0; i < to.length; i += 2) {
      const low = (a[i]! >>> 0) + (b[i]! >>> 0);
      to[i] = low | 0;
      to[i + 1] = (a[i + 1]! + b[i + 1]! + (low > 0xffffffff ? 1 : 0)) | 0;
    }
  }),
  ...[1, 4, 16].map(shiftRight),
  shiftLeft(1),
  {
    name: 'isOne',
    args: ['bits'],
    result: 'flag',
    bits: 2,
    evaluate([a], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = a![2 * i] === 1 && a![2 * i + 1] === 0 ? 1 : 0;
      return column;
    },
    say: ([a]) => `${a} is 1`,
  },
];
