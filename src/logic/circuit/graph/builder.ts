import { Fault } from '#foundation/kernel';
import { type Circuit, type Names, NodeKind } from './circuit.ts';
import { type Edge, FALSE, TRUE } from './edge.ts';
import { NodeStore } from './node-store.ts';

/**
 * Grows a circuit gate by gate. Constants fold, equal gates are shared, complements leave XORs:
 *
 *     a∧0 = 0   a∧1 = a   a∧a = a   a∧¬a = 0      a⊕0 = a   a⊕1 = ¬a   a⊕a = 0   ¬a⊕b = ¬(a⊕b)
 *
 * Inputs come before the first gate. Edges handed out stay valid in the built circuit.
 */
export class CircuitBuilder {
  private readonly nodes = new NodeStore();
  private readonly names: (string | undefined)[] = [];

  /** Nodes so far: the constant, the inputs and the gates. */
  get nodeCount(): number {
    return this.nodes.count;
  }

  get inputCount(): number {
    return this.names.length;
  }

  /** A new input. */
  input(name?: string): Edge {
    if (this.nodes.count !== this.names.length + 1) {
      throw new Fault('circuit/late-input', `input ${this.names.length} comes after the first gate`);
    }
    this.names.push(name);
    return 2 * this.nodes.append(NodeKind.input, 0, 0);
  }

  /** A word of new inputs, least significant bit first, named `name[0]`, `name[1]`, … when a name is given. */
  inputs(width: number, name?: string): Edge[] {
    return Array.from({ length: width }, (_, i) => this.input(name === undefined ? undefined : `${name}[${i}]`));
  }

  constant(value: boolean): Edge {
    return value ? TRUE : FALSE;
  }

  not(a: Edge): Edge {
    return a ^ 1;
  }

  and(a: Edge, b: Edge): Edge {
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    if (low === FALSE) return FALSE;
    if (low === TRUE || low === high) return high;
    if ((low ^ 1) === high) return FALSE;
    return this.gate(NodeKind.and, low, high);
  }

  xor(a: Edge, b: Edge): Edge {
    const flip = (a ^ b) & 1;
    const x = a & ~1;
    const y = b & ~1;
    if (x === y) return flip;
    if (x === FALSE) return y ^ flip;
    if (y === FALSE) return x ^ flip;
    return (x < y ? this.gate(NodeKind.xor, x, y) : this.gate(NodeKind.xor, y, x)) ^ flip;
  }

  or(a: Edge, b: Edge): Edge {
    return this.and(a ^ 1, b ^ 1) ^ 1;
  }

  /** a ⇒ b */
  implies(a: Edge, b: Edge): Edge {
    return this.and(a, b ^ 1) ^ 1;
  }

  /** a ⇔ b */
  equal(a: Edge, b: Edge): Edge {
    return this.xor(a, b) ^ 1;
  }

  /** `whenTrue` where `select` holds, else `whenFalse`: s·t ∨ ¬s·f. */
  mux(select: Edge, whenTrue: Edge, whenFalse: Edge): Edge {
    if (whenTrue === whenFalse) return whenTrue;
    if ((whenTrue ^ 1) === whenFalse) return this.xor(select, whenFalse);
    return this.or(this.and(select, whenTrue), this.and(select ^ 1, whenFalse));
  }

  /** At least two of three: a·b ∨ c·(a ∨ b). */
  majority(a: Edge, b: Edge, c: Edge): Edge {
    return this.or(this.and(a, b), this.and(c, this.or(a, b)));
  }

  /** All hold; a balanced tree. True for no edges. */
  andAll(edges: readonly Edge[]): Edge {
    return balanced(edges, TRUE, (a, b) => this.and(a, b));
  }

  /** Some holds; a balanced tree. False for no edges. */
  orAll(edges: readonly Edge[]): Edge {
    return balanced(edges, FALSE, (a, b) => this.or(a, b));
  }

  /** An odd number hold; a balanced tree. False for no edges. */
  xorAll(edges: readonly Edge[]): Edge {
    return balanced(edges, FALSE, (a, b) => this.xor(a, b));
  }

  /** The circuit so far with these outputs, dead gates included. The builder may go on growing. */
  build(outputs: readonly Edge[], outputNames: Names = []): Circuit {
    for (const edge of outputs) this.requireEdge(edge);
    const { count, tags, left, right } = this.nodes;
    return {
      inputCount: this.names.length,
      nodeCount: count,
      kinds: Uint8Array.from(tags.subarray(0, count)),
      left: left.slice(0, count),
      right: right.slice(0, count),
      outputs: [...outputs],
      inputNames: [...this.names],
      outputNames: outputs.map((_, i) => outputNames[i]),
    };
  }

  private gate(kind: number, low: Edge, high: Edge): Edge {
    if (low < 0 || high >= 2 * this.nodes.count) this.requireEdge(low < 0 ? low : high);
    return 2 * this.nodes.intern(kind, low, high);
  }

  private requireEdge(edge: Edge): void {
    if (!(Number.isInteger(edge) && edge >= 0 && edge < 2 * this.nodes.count)) {
      throw new Fault('circuit/bad-edge', `edge ${edge} is not of this circuit of ${this.nodes.count} nodes`);
    }
  }
}

/** Starts an empty circuit. */
export function createBuilder(): CircuitBuilder {
  return new CircuitBuilder();
}

function balanced(edges: readonly Edge[], empty: Edge, join: (a: Edge, b: Edge) => Edge): Edge {
  let layer = [...edges];
  while (layer.length > 1) {
    const next: Edge[] = [];
    for (let i = 0; i + 1 < layer.length; i += 2) next.push(join(layer[i]!, layer[i + 1]!));
    if (layer.length % 2 === 1) next.push(layer.at(-1)!);
    layer = next;
  }
  return layer[0] ?? empty;
}
