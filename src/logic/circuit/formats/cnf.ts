import { Fault } from '#foundation/kernel';
import { type Circuit, firstGate, NodeKind } from '../graph/circuit.ts';
import type { Edge } from '../graph/edge.ts';
import { coneOf } from '../structure/structure.ts';

/** A formula in conjunctive normal form: DIMACS literals in one array, each clause ended by 0. */
export interface Cnf {
  readonly variables: number;
  readonly clauses: Int32Array;
}

/** A circuit's CNF, and which literal stands for which edge. Input i is always variable i + 1. */
export interface CircuitCnf extends Cnf {
  /** The DIMACS literal of an edge that was encoded. */
  literalOf(edge: Edge): number;
}

export interface CnfOptions {
  /** Edges whose cones are encoded whole; unless told, all outputs where nothing is asserted, else none. */
  readonly roots?: readonly Edge[];
  /** Edges that must hold; each becomes a unit clause. Their cones are encoded too. */
  readonly assert?: readonly Edge[];
  /**
   * Leaves out the half of a gate's clauses that no asserted edge needs. Satisfiability and the input part of models
   * stay, but a gate's variable may then differ from the gate's value.
   */
  readonly byPolarity?: boolean;
}

const POSITIVE = 1;
const NEGATIVE = 2;
const BOTH = 3;

/**
 * Tseitin encoding, linear in the gates:
 *
 *     n = a∧b:  (¬n a)(¬n b) | (n ¬a ¬b)            n = a⊕b:  (¬n a b)(¬n ¬a ¬b) | (n ¬a b)(n a ¬b)
 *
 * where the clauses before the bar say n ⇒ …, needed where n occurs positively, and those after it … ⇒ n.
 *
 * @source Tseitin 1968; halves by polarity: Plaisted & Greenbaum 1986
 */
export function circuitToCnf(circuit: Circuit, options: CnfOptions = {}): CircuitCnf {
  const assert = options.assert ?? [];
  const roots = options.roots ?? (assert.length > 0 ? [] : circuit.outputs);
  const all = [...roots, ...assert];
  const live = coneOf(circuit, all);
  const sides = options.byPolarity === true ? polarities(circuit, roots, assert) : undefined;
  const variableOf = new Int32Array(circuit.nodeCount);
  let variables = circuit.inputCount;
  for (let i = 1; i <= variables; i += 1) variableOf[i] = i;
  // Before the gates: a gate's clauses are those in which its variable is the newest.
  if (live[0] === 1) variableOf[0] = variables += 1;
  for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
    if (live[node] === 1) variableOf[node] = variables += 1;
  }

  const literalOf = (edge: Edge): number => {
    const variable = variableOf[edge >>> 1];
    if (variable === undefined || variable === 0) {
      throw new Fault('circuit/not-encoded', `edge ${edge} is outside the encoded cones`);
    }
    return (edge & 1) === 1 ? -variable : variable;
  };
  const writer = new ClauseWriter(circuit.nodeCount * 12);
  if (live[0] === 1) writer.unit(-literalOf(0));
  for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
    if (live[node] === 0) continue;
    const a = literalOf(circuit.left[node]!);
    const b = literalOf(circuit.right[node]!);
    const side = sides?.[node] ?? BOTH;
    if (circuit.kinds[node] === NodeKind.and) writer.and(variableOf[node]!, a, b, side);
    else writer.xor(variableOf[node]!, a, b, side);
  }
  for (const edge of assert) writer.unit(literalOf(edge));
  return { variables, clauses: writer.finish(), literalOf };
}

/** On which sides each node matters: roots on both, asserted edges on theirs, and so down; a XOR needs both of its fanins. */
function polarities(circuit: Circuit, roots: readonly Edge[], assert: readonly Edge[]): Uint8Array {
  const { kinds, left, right } = circuit;
  const sides = new Uint8Array(circuit.nodeCount);
  const need = (edge: Edge, side: number): void => {
    const swapped = (edge & 1) === 0 ? side : ((side & 1) << 1) | (side >>> 1);
    sides[edge >>> 1] = sides[edge >>> 1]! | swapped;
  };
  for (const edge of roots) need(edge, BOTH);
  for (const edge of assert) need(edge, POSITIVE);
  for (let node = circuit.nodeCount - 1; node >= firstGate(circuit); node -= 1) {
    const side = sides[node]!;
    if (side === 0) continue;
    const below = kinds[node] === NodeKind.and ? side : BOTH;
    need(left[node]!, below);
    need(right[node]!, below);
  }
  return sides;
}

/** Clauses in one growing array. */
class ClauseWriter {
  private data: Int32Array;
  private length = 0;

  constructor(capacity: number) {
    this.data = new Int32Array(capacity + 16);
  }

  /** The clauses of n = a∧b on the sides asked for. */
  and(n: number, a: number, b: number, side: number): void {
    if ((side & POSITIVE) !== 0) {
      this.pair(-n, a);
      this.pair(-n, b);
    }
    if ((side & NEGATIVE) !== 0) this.triple(n, -a, -b);
  }

  /** The clauses of n = a⊕b on the sides asked for. */
  xor(n: number, a: number, b: number, side: number): void {
    if ((side & POSITIVE) !== 0) {
      this.triple(-n, a, b);
      this.triple(-n, -a, -b);
    }
    if ((side & NEGATIVE) !== 0) {
      this.triple(n, -a, b);
      this.triple(n, a, -b);
    }
  }

  unit(a: number): void {
    this.put(a, 0, 0, 0);
    this.length += 2;
  }

  private pair(a: number, b: number): void {
    this.put(a, b, 0, 0);
    this.length += 3;
  }

  private triple(a: number, b: number, c: number): void {
    this.put(a, b, c, 0);
    this.length += 4;
  }

  finish(): Int32Array {
    return this.data.slice(0, this.length);
  }

  private put(a: number, b: number, c: number, d: number): void {
    if (this.length + 4 > this.data.length) {
      const grown = new Int32Array(2 * this.data.length);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length] = a;
    this.data[this.length + 1] = b;
    this.data[this.length + 2] = c;
    this.data[this.length + 3] = d;
  }
}
