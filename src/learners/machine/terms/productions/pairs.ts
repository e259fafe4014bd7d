import { constantWire, wireOf } from '../circuits/gates.ts';
import type { Type } from '../column.ts';
import type { Production } from '../production.ts';

/** Codes of a pair: the second part stays below this. */
export const PAIR_BASE = 256;

const parts = ['word', 'symbol', 'flag'] as const;

/** Two small values as one key of a learnt table. */
export function pairName(a: Type, b: Type): string {
  return `pair of ${a} and ${b}`;
}

/** The search does not enumerate pairs: they are made where a table over two columns is solved. */
export const pairs: readonly Production[] = parts.flatMap((a) =>
  parts.map((b): Production => ({
    name: pairName(a, b),
    args: [a, b],
    result: 'word',
    bits: Infinity,
    evaluate([first, second], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = first![i]! * PAIR_BASE + second![i]!;
      return column;
    },
    circuit: (gates, [first, second]) =>
      gates.add(gates.multiply(wireOf(first), constantWire(PAIR_BASE)), wireOf(second)),
    say: ([first, second]) => `(${first}, ${second})`,
  })),
);
