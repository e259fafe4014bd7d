import type { CircuitBuilder } from '../graph/builder.ts';
import { type Edge, FALSE } from '../graph/edge.ts';
import { fullAdder, halfAdder, type Word } from './word-add.ts';

/**
 * The sum Σᵢ 2ⁱ·|columnᵢ| mod 2^width, where |c| counts the ones of a column.
 *
 * Full adders turn three bits of a column into one there and one in the next. Bits queue: oldest first, sums at the
 * back, so a column of m bits is log m deep.
 *
 * @source Wallace 1964; Dadda 1965
 */
export function compressColumns(builder: CircuitBuilder, columns: readonly Word[], width: number): Edge[] {
  const queues = Array.from({ length: width + 1 }, (_, i) => [...(columns[i] ?? [])]);
  const bits: Edge[] = [];
  for (let i = 0; i < width; i += 1) {
    const queue = queues[i]!;
    const above = queues[i + 1]!;
    let head = 0;
    while (queue.length - head > 1) {
      const pair = queue.length - head === 2;
      const [sum, carry] = pair
        ? halfAdder(builder, queue[head]!, queue[head + 1]!)
        : fullAdder(builder, queue[head]!, queue[head + 1]!, queue[head + 2]!);
      head += pair ? 2 : 3;
      queue.push(sum);
      above.push(carry);
    }
    bits.push(queue[head] ?? FALSE);
  }
  return bits;
}

/** How many bits are set, in ⌈log₂(n + 1)⌉ bits. */
export function popcount(builder: CircuitBuilder, bits: Word): Edge[] {
  return compressColumns(builder, [bits], bits.length === 0 ? 0 : 32 - Math.clz32(bits.length));
}
