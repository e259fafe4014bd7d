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
  parts.map((b) => ({
    name: pairName(a, b),
    args: [a, b],
    result: 'word' as const,
    bits: Infinity,
    evaluate([first, second], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = first![i]! * PAIR_BASE + second![i]!;
      return column;
    },
    say: ([first, second]: readonly string[]) => `(${first}, ${second})`,
  })),
);
