import { type Circuit, NodeKind } from '../graph/circuit.ts';
import type { Edge } from '../graph/edge.ts';
import { cleanup, rebuild } from './graft.ts';
import { NodeStore } from '../graph/node-store.ts';

/**
 * The same functions with ANDs only, as AIGER needs them:
 *
 *     a⊕b = ¬(a∧b) ∧ ¬(¬a∧¬b) = ¬(¬(a∧¬b) ∧ ¬(¬a∧b))
 *
 * whichever form finds more of its inner ANDs in the circuit already; the first when equal. A circuit without XORs is
 * returned as it is; else dead gates are dropped.
 */
export function expandXors(circuit: Circuit): Circuit {
  const { kinds, left, right } = circuit;
  if (!kinds.includes(NodeKind.xor)) return circuit;
  const ands = andPairs(circuit);
  return rebuild(circuit, (builder, node, moved) => {
    const a = left[node]!;
    const b = right[node]!;
    if (kinds[node] === NodeKind.and) return builder.and(moved(a), moved(b));
    const alike = ands.count(a, b) + ands.count(a ^ 1, b ^ 1);
    const unlike = ands.count(a, b ^ 1) + ands.count(a ^ 1, b);
    const flip = unlike > alike ? 1 : 0;
    const p = builder.and(moved(a), moved(b ^ flip));
    const q = builder.and(moved(a ^ 1), moved(b ^ flip ^ 1));
    return builder.and(p ^ 1, q ^ 1) ^ flip;
  });
}

/** Which pairs of edges some AND joins. */
function andPairs({ kinds, left, right, nodeCount }: Circuit): { count(a: Edge, b: Edge): number } {
  const pairs = new NodeStore();
  for (let node = 1; node < nodeCount; node += 1) {
    if (kinds[node] === NodeKind.and) pairs.intern(NodeKind.and, left[node]!, right[node]!);
  }
  return { count: (a, b) => (pairs.find(NodeKind.and, a, b) === 0 ? 0 : 1) };
}

/** Finds the AND pattern of `expandXors`, in any phase, and makes it one XOR again. Never adds a gate. */
export function recoverXors(circuit: Circuit): Circuit {
  const { kinds, left, right } = circuit;
  const isInvertedAnd = (edge: Edge): boolean => (edge & 1) === 1 && kinds[edge >>> 1] === NodeKind.and;
  const isXor = (node: number): boolean => {
    if (kinds[node] !== NodeKind.and || !isInvertedAnd(left[node]!) || !isInvertedAnd(right[node]!)) return false;
    const p = left[node]! >>> 1;
    const q = right[node]! >>> 1;
    return (left[p]! ^ 1) === left[q]! && (right[p]! ^ 1) === right[q]!;
  };
  const recovered = rebuild(circuit, (builder, node, moved) => {
    const from = isXor(node) ? left[node]! >>> 1 : node;
    const a = moved(left[from]!);
    const b = moved(right[from]!);
    return from === node && kinds[node] === NodeKind.and ? builder.and(a, b) : builder.xor(a, b);
  });
  return cleanup(recovered);
}
