import type { Edge } from '#logic/circuit/graph';
import { constantWire, flagWire, type Gates, slotsOf, type Wire, wireOf } from '../circuits/gates.ts';
import { listAt } from '../column.ts';
import type { Production } from '../production.ts';

interface Comparison {
  readonly sign: string;
  readonly bits: number;
  readonly holds: (a: number, b: number) => boolean;
  readonly edge: (gates: Gates, a: Wire, b: Wire) => Edge;
}

function compare(name: string, { sign, bits, holds, edge }: Comparison): Production {
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
    circuit: (gates, [a, b]) => flagWire(edge(gates, wireOf(a), wireOf(b))),
    say: ([a, b]) => `${a} ${sign} ${b}`,
  };
}

/** Tests on words, symbols and lists, and what joins tests. */
export const comparison: readonly Production[] = [
  compare('equal', {
    sign: '=',
    bits: 4,
    holds: (a, b) => a === b,
    edge: (gates, a, b) => gates.isEqual(a, b),
  }),
  compare('less', { sign: '<', bits: 4, holds: (a, b) => a < b, edge: (gates, a, b) => gates.isLess(a, b) }),
  compare('divides', {
    sign: 'divides',
    bits: 6,
    holds: (a, b) => a !== 0 && b % a === 0,
    edge: (gates, a, b) =>
      gates.builder.and(
        gates.builder.not(gates.isEqual(a, constantWire(0))),
        gates.isEqual(gates.modulo(b, a), constantWire(0)),
      ),
  }),
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
    circuit: (gates, [a, b]) => flagWire(gates.isEqual(wireOf(a), wireOf(b))),
    say: ([a, b]) => `${a} is ${b}`,
  },
  {
    name: 'not',
    args: ['flag'],
    result: 'flag',
    bits: 4,
    evaluate: ([a], n) => a!.map((flag) => 1 - flag).subarray(0, n),
    circuit: (gates, [a]) => flagWire(gates.builder.not(gates.holds(wireOf(a)))),
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
    circuit: (gates, [a, b]) => flagWire(gates.builder.and(gates.holds(wireOf(a)), gates.holds(wireOf(b)))),
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
    circuit: (gates, [a, b]) => flagWire(gates.builder.or(gates.holds(wireOf(a)), gates.holds(wireOf(b)))),
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
    circuit(gates, [list, word]) {
      const { items, there } = slotsOf(list);
      const isHere = items.map((item, k) => gates.builder.and(there[k]!, gates.isEqual(item, wireOf(word))));
      return flagWire(gates.builder.orAll(isHere));
    },
    say: ([list, word]) => `${list} contains ${word}`,
  },
];
