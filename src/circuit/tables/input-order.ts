import type { Circuit } from '../graph/circuit.ts';
import { levelsOf } from '../structure/structure.ts';

/**
 * Inputs in the order in which a depth-first walk from the outputs meets them, the deeper fanin first; inputs no output
 * needs come last. Related inputs come out close together: the operands of an adder interleave.
 *
 * @source Malik, Wang, Brayton & Sangiovanni-Vincentelli 1988, Logic verification using binary decision diagrams
 */
export function inputOrder(circuit: Circuit): number[] {
  const { left, right, inputCount, outputs } = circuit;
  const levels = levelsOf(circuit);
  const seen = new Uint8Array(circuit.nodeCount);
  seen[0] = 1;
  const order: number[] = [];
  const stack: number[] = outputs.map((edge) => edge >>> 1).reverse();
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (seen[node] === 1) continue;
    seen[node] = 1;
    if (node <= inputCount) {
      order.push(node - 1);
      continue;
    }
    const a = left[node]! >>> 1;
    const b = right[node]! >>> 1;
    if (levels[a]! >= levels[b]!) stack.push(b, a);
    else stack.push(a, b);
  }
  for (let i = 0; i < inputCount; i += 1) if (seen[i + 1] === 0) order.push(i);
  return order;
}
