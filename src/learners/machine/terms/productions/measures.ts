import { type Column, NOTHING, saturate } from '../column.ts';
import type { Production } from '../production.ts';

interface Measure {
  readonly bits: number;
  readonly say: string;
  /** The word of one list: items from `from` to before `to`. */
  readonly of: (list: Column, from: number, to: number) => number;
}

function measure(name: string, { bits, say, of }: Measure): Production {
  return {
    name,
    args: ['list'],
    result: 'word',
    bits,
    evaluate([list], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = of(list!, list![i]!, list![i + 1]!);
      return column;
    },
    say: ([list]) => `the ${say} of ${list}`,
  };
}

interface Lookup extends Omit<Measure, 'of'> {
  readonly of: (list: Column, from: number, to: number, word: number) => number;
}

function lookup(name: string, { bits, say, of }: Lookup): Production {
  return {
    name,
    args: ['list', 'word'],
    result: 'word',
    bits,
    evaluate([list, word], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = of(list!, list![i]!, list![i + 1]!, word![i]!);
      return column;
    },
    say: ([list, word]) => say.replace('LIST', list!).replace('WORD', word!),
  };
}

/** Words that are measured on lists. The measure of an empty list is nothing (0). */
export const measures: readonly Production[] = [
  measure('head', { bits: 4, say: 'first', of: (l, from, to) => (to > from ? l[from]! : NOTHING) }),
  measure('last', { bits: 4, say: 'last', of: (l, from, to) => (to > from ? l[to - 1]! : NOTHING) }),
  measure('length', { bits: 4, say: 'length', of: (_, from, to) => to - from }),
  measure('sum', {
    bits: 5,
    say: 'sum',
    of(l, from, to) {
      let sum = 0;
      for (let j = from; j < to; j += 1) sum += l[j]!;
      return saturate(sum);
    },
  }),
  measure('product', {
    bits: 7,
    say: 'product',
    of(l, from, to) {
      let product = 1;
      for (let j = from; j < to; j += 1) product = saturate(product * l[j]!);
      return product;
    },
  }),
  measure('most', {
    bits: 4,
    say: 'largest',
    of(l, from, to) {
      let best = to > from ? l[from]! : NOTHING;
      for (let j = from + 1; j < to; j += 1) if (l[j]! > best) best = l[j]!;
      return best;
    },
  }),
  measure('least', {
    bits: 4,
    say: 'smallest',
    of(l, from, to) {
      let best = to > from ? l[from]! : NOTHING;
      for (let j = from + 1; j < to; j += 1) if (l[j]! < best) best = l[j]!;
      return best;
    },
  }),
  lookup('nth', {
    bits: 4,
    say: 'item WORD of LIST',
    of: (l, from, to, k) => (k >= 1 && from + k - 1 < to ? l[from + k - 1]! : NOTHING),
  }),
  lookup('count', {
    bits: 5,
    say: 'how often WORD is in LIST',
    of(l, from, to, word) {
      let count = 0;
      for (let j = from; j < to; j += 1) if (l[j] === word) count += 1;
      return count;
    },
  }),
  lookup('find', {
    bits: 6,
    say: 'the place of WORD in LIST',
    of(l, from, to, word) {
      for (let j = from; j < to; j += 1) if (l[j] === word) return j - from + 1;
      return NOTHING;
    },
  }),
];
