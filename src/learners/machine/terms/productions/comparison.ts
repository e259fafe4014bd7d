import { listAt } from '../column.ts';
import type { Production } from '../production.ts';

function compare(name: string, sign: string, bits: number, holds: (a: number, b: number) => boolean): Production {
  return {
    name,
    args: ['word', 'word'],
    result: 'flag',
    bits,
    ...(name === 'equal' && { isSymmetric: true }),
    evaluate([a, b], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = holds(a![i]!, b![i]!) ? 1 : 0;
      return column;
    },
    say: ([a, b]) => `${a} ${sign} ${b}`,
  };
}

/** Tests on words, symbols and lists, and what joins tests. */
export const comparison: readonly Production[] = [
  compare('equal', '=', 4, (a, b) => a === b),
  compare('less', '<', 4, (a, b) => a < b),
  compare('divides', 'divides', 6, (a, b) => a !== 0 && b % a === 0),
  {
    name: 'same',
    args: ['symbol', 'symbol'],
    result: 'flag',
    bits: 4,
    isSymmetric: true,
    evaluate([a, b], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = a![i] === b![i] ? 1 : 0;
      return column;
    },
    say: ([a, b]) => `${a} is ${b}`,
  },
  {
    name: 'not',
    args: ['flag'],
    result: 'flag',
    bits: 4,
    evaluate: ([a], n) => a!.map((flag) => 1 - flag).subarray(0, n),
    say: ([a]) => `not (${a})`,
  },
  {
    name: 'and',
    args: ['flag', 'flag'],
    result: 'flag',
    bits: 6,
    isSymmetric: true,
    evaluate([a, b], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = a![i]! & b![i]!;
      return column;
    },
    say: ([a, b]) => `(${a} and ${b})`,
  },
  {
    name: 'or',
    args: ['flag', 'flag'],
    result: 'flag',
    bits: 6,
    isSymmetric: true,
    evaluate([a, b], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = a![i]! | b![i]!;
      return column;
    },
    say: ([a, b]) => `(${a} or ${b})`,
  },
  {
    name: 'contains',
    args: ['list', 'word'],
    result: 'flag',
    bits: 5,
    evaluate([list, word], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = listAt(list!, i).includes(word![i]!) ? 1 : 0;
      return column;
    },
    say: ([list, word]) => `${list} contains ${word}`,
  },
];
