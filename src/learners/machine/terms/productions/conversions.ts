import { constantWire, flagWire, wireOf } from '../circuits/gates.ts';
import type { Production } from '../production.ts';

/** Words, flags and symbols as each other, and words by flags. Only grammars that name them have them. */
export const conversions: readonly Production[] = [
  {
    name: 'truth',
    args: ['word'],
    result: 'flag',
    bits: Infinity,
    evaluate: ([a], n) => a!.map((word) => (word === 0 ? 0 : 1)).subarray(0, n),
    circuit: (gates, [a]) => flagWire(gates.builder.not(gates.isEqual(wireOf(a), constantWire(0)))),
    say: ([a]) => a!,
  },
  {
    name: 'code',
    args: ['symbol'],
    result: 'word',
    bits: Infinity,
    evaluate: ([a]) => a!,
    circuit: (_, [a]) => wireOf(a),
    say: ([a]) => a!,
  },
  {
    name: 'number',
    args: ['flag'],
    result: 'word',
    bits: Infinity,
    evaluate: ([a]) => a!,
    circuit: (_, [a]) => wireOf(a),
    say: ([a]) => `(1 if ${a}, else 0)`,
  },
  {
    name: 'choose',
    args: ['flag', 'word', 'word'],
    result: 'word',
    bits: Infinity,
    evaluate([test, yes, no], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = test![i] === 1 ? yes![i]! : no![i]!;
      return column;
    },
    circuit: (gates, [test, yes, no]) => gates.choose(gates.holds(wireOf(test)), wireOf(yes), wireOf(no)),
    say: ([test, yes, no]) => `(${yes} if ${test}, else ${no})`,
  },
  {
    name: 'signed',
    args: ['flag', 'word'],
    result: 'word',
    bits: Infinity,
    evaluate([test, word], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = test![i] === 1 ? word![i]! : -word![i]!;
      return column;
    },
    circuit: (gates, [test, word]) =>
      gates.choose(gates.holds(wireOf(test)), wireOf(word), gates.subtract(constantWire(0), wireOf(word))),
    say: ([test, word]) => `${word} (below zero unless ${test})`,
  },
];
