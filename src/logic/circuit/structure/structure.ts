import { Fault } from '#foundation/kernel';
import { type Circuit, firstGate } from '../graph/circuit.ts';
import type { Edge } from '../graph/edge.ts';

/** The level of every node: 0 for the constant and inputs, 1 + the higher fanin for gates. */
export function levelsOf(circuit: Circuit): Int32Array {
  const { left, right, nodeCount } = circuit;
  const levels = new Int32Array(nodeCount);
  for (let node = firstGate(circuit); node < nodeCount; node += 1) {
    const a = levels[left[node]! >>> 1]!;
    const b = levels[right[node]! >>> 1]!;
    levels[node] = 1 + (a > b ? a : b);
  }
  return levels;
}

/** The highest level of any output. */
export function depthOf(circuit: Circuit): number {
  const levels = levelsOf(circuit);
  return circuit.outputs.reduce((depth, edge) => Math.max(depth, levels[edge >>> 1]!), 0);
}

/** Marks with 1 the nodes that some root depends on, roots included. */
export function coneOf(circuit: Circuit, roots: readonly Edge[] = circuit.outputs): Uint8Array {
  const { left, right, nodeCount } = circuit;
  const marked = new Uint8Array(nodeCount);
  for (const edge of roots) {
    if (!(edge >= 0 && edge < 2 * nodeCount)) {
      throw new Fault('circuit/bad-edge', `edge ${edge} is not of this circuit of ${nodeCount} nodes`);
    }
    marked[edge >>> 1] = 1;
  }
  for (let node = nodeCount - 1; node >= firstGate(circuit); node -= 1) {
    if (marked[node] === 0) continue;
    marked[left[node]! >>> 1] = 1;
    marked[right[node]! >>> 1] = 1;
  }
  return marked;
}
