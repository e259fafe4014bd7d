import { type Circuit, type Edge, NodeKind } from '#logic/circuit/graph';

/**
 * Finds gates that read the same as an earlier one, once equal nodes count as one: structural hashing over what is already proved.
 * Such a pair follows from two gates alone, so it needs no search.
 *
 * @source Kuehlmann & Krohm 1997, Equivalence checking using cuts and heaps (hashing over merged nodes)
 */
export class TwinGates {
  private readonly circuit: Circuit;
  /** The edge each node is known to equal: itself at first. */
  readonly known: Int32Array;
  private readonly seen = new Map<string, Edge>();

  constructor(circuit: Circuit) {
    this.circuit = circuit;
    this.known = Int32Array.from({ length: circuit.nodeCount }, (_, node) => 2 * node);
  }

  /** The edge of an earlier gate that this one equals; a gate without one is remembered. */
  find(node: number): Edge | undefined {
    const { circuit } = this;
    if (node <= circuit.inputCount) return undefined;
    const a = this.lead(circuit.left[node]!);
    const b = this.lead(circuit.right[node]!);
    const isXor = circuit.kinds[node] === NodeKind.xor;
    // x ⊕ y turned over on either side is the same gate turned over.
    const phase = isXor ? (a ^ b) & 1 : 0;
    const [low, high] = isXor ? [a & ~1, b & ~1].sort((x, y) => x - y) : [a, b].sort((x, y) => x - y);
    const key = `${isXor ? 'x' : 'a'}${low},${high}`;
    const found = this.seen.get(key);
    if (found !== undefined) return found ^ phase;
    this.seen.set(key, (2 * node) ^ phase);
    return undefined;
  }

  /** Notes that a node equals an earlier edge. */
  merge(node: number, edge: Edge): void {
    this.known[node] = this.lead(edge);
  }

  private lead(edge: Edge): Edge {
    return this.known[edge >>> 1]! ^ (edge & 1);
  }
}
