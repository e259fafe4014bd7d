import type { CircuitCnf } from '#logic/circuit/formats';
import { type Circuit, edgeOf } from '#logic/circuit/graph';
import { coneOf } from '#logic/circuit/structure';

/** Clauses of the formula, and lemmas derived from it, by the node they say something about. */
export interface KnownClause {
  readonly id: number;
  readonly literals: readonly number[];
}

/**
 * What is known of each node of an encoded circuit: the clauses of its gate, and once it is proved equal to an earlier node,
 * its leader and the clauses that say so.
 *
 * @source Tseitin 1968: a gate's clauses are those in which its variable is the newest
 */
export class KnownClauses {
  readonly circuit: Circuit;
  /** The DIMACS variable of each encoded node, 0 for the others. */
  readonly variableOf: Int32Array;
  private readonly nodes: Int32Array;
  private readonly gates: KnownClause[][];
  private readonly lemmas = new Map<number, readonly KnownClause[]>();
  private readonly leaders: Int32Array;

  constructor(circuit: Circuit, cnf: CircuitCnf) {
    this.circuit = circuit;
    this.variableOf = Int32Array.from(coneOf(circuit), (mark, node) => (mark === 1 ? cnf.literalOf(edgeOf(node)) : 0));
    this.leaders = Int32Array.from({ length: circuit.nodeCount }, (_, node) => node);
    this.nodes = new Int32Array(cnf.variables + 1);
    for (const [node, variable] of this.variableOf.entries()) if (variable > 0) this.nodes[variable] = node;
    this.gates = Array.from({ length: circuit.nodeCount }, () => []);
    let start = 0;
    let id = 0;
    for (let i = 0; i < cnf.clauses.length; i += 1) {
      if (cnf.clauses[i] !== 0) continue;
      const literals = Array.from(cnf.clauses.subarray(start, i));
      const newest = literals.reduce((most, literal) => Math.max(most, Math.abs(literal)), 0);
      this.gates[this.nodes[newest]!]!.push({ id: (id += 1), literals });
      start = i + 1;
    }
  }

  /** The node that a variable of the formula stands for. */
  nodeOf(variable: number): number {
    return this.nodes[variable]!;
  }

  gateClauses(node: number): readonly KnownClause[] {
    return this.gates[node]!;
  }

  leaderOf(node: number): number {
    return this.leaders[node]!;
  }

  lemmasOf(node: number): readonly KnownClause[] {
    return this.lemmas.get(node) ?? [];
  }

  /** Notes that a node equals an earlier one, up to complement, by these clauses. */
  merge(node: number, leader: number, lemmas: readonly KnownClause[]): void {
    this.leaders[node] = leader;
    this.lemmas.set(node, lemmas);
  }
}
