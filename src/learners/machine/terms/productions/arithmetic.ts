import { constantWire, wireOf } from '../circuits/gates.ts';
import { NOTHING, saturate } from '../column.ts';
import type { Production } from '../production.ts';

interface Options {
  readonly bits: number;
  readonly isSymmetric?: true;
  readonly sign?: string;
}

type ArithmeticName = 'add' | 'subtract' | 'multiply' | 'divide' | 'modulo' | 'smaller' | 'larger';

function onWords(name: ArithmeticName, options: Options, apply: (a: number, b: number) => number): Production {
  const { bits, sign } = options;
  return {
    name,
    args: ['word', 'word'],
    result: 'word',
    bits,
    ...(options.isSymmetric && { isSymmetric: true }),
    evaluate([a, b], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = saturate(apply(a![i]!, b![i]!));
      return column;
    },
    circuit: (gates, [a, b]) => gates[name](wireOf(a), wireOf(b)),
    say: ([a, b]) => (sign === undefined ? `the ${name} of ${a} and ${b}` : `(${a} ${sign} ${b})`),
  };
}

/** Arithmetic on words. A quotient or remainder by zero is nothing (0); both round down. */
export const arithmetic: readonly Production[] = [
  onWords('add', { bits: 4, isSymmetric: true, sign: '+' }, (a, b) => a + b),
  onWords('subtract', { bits: 4, sign: '−' }, (a, b) => a - b),
  onWords('multiply', { bits: 5, isSymmetric: true, sign: '×' }, (a, b) => a * b),
  onWords('divide', { bits: 6, sign: 'div' }, (a, b) => (b === 0 ? NOTHING : Math.floor(a / b))),
  onWords('modulo', { bits: 5, sign: 'mod' }, (a, b) => (b === 0 ? NOTHING : a - b * Math.floor(a / b))),
  onWords('smaller', { bits: 6, isSymmetric: true }, Math.min),
  onWords('larger', { bits: 6, isSymmetric: true }, Math.max),
  {
    name: 'negative',
    args: ['word'],
    result: 'word',
    bits: Infinity,
    evaluate: ([a], n) => a!.map((word) => -word).subarray(0, n),
    circuit: (gates, [a]) => gates.subtract(constantWire(0), wireOf(a)),
    say: ([a]) => `−${a}`,
  },
];
