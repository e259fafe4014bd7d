import { type Circuit, firstGate } from '../graph/circuit.ts';

/**
 * The live gates in an order that keeps few values alive: depth first from the outputs, and at each gate the fanin that
 * needs more registers first.
 *
 *     need(input) = 1      need(gate) = max(l, r) when l ≠ r, else l + 1
 *
 * Exact for trees; on shared gates, which are computed once, a heuristic.
 *
 * @source Sethi & Ullman 1970, The generation of optimal code for arithmetic expressions
 */
export function depthFirstOrder(circuit: Circuit): Int32Array {
  const { left, right, nodeCount, outputs } = circuit;
  const first = firstGate(circuit);
  const need = registerNeeds(circuit);
  const order = new Int32Array(nodeCount - first);
  const isVisited = new Uint8Array(nodeCount);
  const stack: number[] = [];
  let count = 0;
  const visit = (root: number): void => {
    stack.push(root);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node < 0) {
        order[count] = ~node;
        count += 1;
      } else if (node >= first && isVisited[node] === 0) {
        isVisited[node] = 1;
        const a = left[node]! >>> 1;
        const b = right[node]! >>> 1;
        stack.push(~node);
        if (need[a]! >= need[b]!) stack.push(b, a);
        else stack.push(a, b);
      }
    }
  };
  for (const edge of outputs) visit(edge >>> 1);
  return order.subarray(0, count);
}

function registerNeeds(circuit: Circuit): Uint16Array {
  const { left, right, nodeCount } = circuit;
  const first = firstGate(circuit);
  const need = new Uint16Array(nodeCount).fill(1, 0, first);
  for (let node = first; node < nodeCount; node += 1) {
    const a = need[left[node]! >>> 1]!;
    const b = need[right[node]! >>> 1]!;
    need[node] = a === b ? a + 1 : Math.max(a, b);
  }
  return need;
}
