import { type Circuit, type Edge, FALSE, firstGate, NodeKind, TRUE } from '#logic/circuit/graph';
import { Fault } from '#foundation/kernel';

/**
 * Gates in the order in which they are asked for: none is shared, none is left out, no constant folds. So which formula a statement
 * stands for does not depend on what its circuits have in common, and an encoder that knows nothing of this one finds the same.
 * XORs take nodes, not complements, and the earlier fanin is first, as in every circuit.
 *
 * @source Tseitin 1968; Brand 1993 for the miter
 */
export class Netlist {
  private readonly inputCount: number;
  private readonly kinds: number[] = [NodeKind.constant];
  private readonly left: number[] = [0];
  private readonly right: number[] = [0];
  private readonly names: string[] = [];

  constructor(inputs: number) {
    this.inputCount = inputs;
    for (let i = 0; i < inputs; i += 1) this.push(NodeKind.input, 0, 0);
  }

  input(i: number): Edge {
    return 2 * (i + 1);
  }

  and(a: Edge, b: Edge): Edge {
    return this.push(NodeKind.and, Math.min(a, b), Math.max(a, b));
  }

  xor(a: Edge, b: Edge): Edge {
    const [x, y] = [a & ~1, b & ~1];
    return this.push(NodeKind.xor, Math.min(x, y), Math.max(x, y)) ^ ((a ^ b) & 1);
  }

  or(a: Edge, b: Edge): Edge {
    return this.and(a ^ 1, b ^ 1) ^ 1;
  }

  /** s·(t ⊕ f) ⊕ f */
  mux(select: Edge, whenTrue: Edge, whenFalse: Edge): Edge {
    return this.xor(this.and(select, this.xor(whenTrue, whenFalse)), whenFalse);
  }

  /** From left to right. */
  andAll(edges: readonly Edge[]): Edge {
    return edges.length === 0 ? TRUE : edges.reduce((all, edge) => this.and(all, edge));
  }

  orAll(edges: readonly Edge[]): Edge {
    return edges.length === 0 ? FALSE : edges.reduce((some, edge) => this.or(some, edge));
  }

  /** Some of these pairs differ: all XORs, then their OR. */
  differ(pairs: readonly (readonly [Edge, Edge])[]): Edge {
    return this.orAll(pairs.map(([a, b]) => this.xor(a, b)));
  }

  /** All gates of a circuit over the given edges; its outputs. */
  apply(circuit: Circuit, given: readonly Edge[], what: string): Edge[] {
    if (circuit.inputCount !== given.length) {
      throw new Fault('verify/bad-statement', `${what} has ${circuit.inputCount} inputs and is given ${given.length}`);
    }
    const moved = new Int32Array(circuit.nodeCount);
    for (let i = 0; i < given.length; i += 1) moved[i + 1] = given[i]!;
    const at = (edge: Edge): Edge => moved[edge >>> 1]! ^ (edge & 1);
    for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
      const [a, b] = [at(circuit.left[node]!), at(circuit.right[node]!)];
      moved[node] = circuit.kinds[node] === NodeKind.and ? this.and(a, b) : this.xor(a, b);
    }
    return circuit.outputs.map(at);
  }

  build(output: Edge): Circuit {
    return {
      inputCount: this.inputCount,
      nodeCount: this.kinds.length,
      kinds: Uint8Array.from(this.kinds),
      left: Int32Array.from(this.left),
      right: Int32Array.from(this.right),
      outputs: [output],
      inputNames: this.names,
      outputNames: [],
    };
  }

  private push(kind: number, left: Edge, right: Edge): Edge {
    this.left.push(left);
    this.right.push(right);
    return 2 * (this.kinds.push(kind) - 1);
  }
}
