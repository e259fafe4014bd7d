import { type Circuit, type Edge, firstGate, NodeKind } from '#logic/circuit/graph';
import { createSolver } from '#logic/sat';
import type { Network } from './network.ts';
import { type Expression, LAST } from './resub-search.ts';
import type { Window } from './window.ts';

/** Whether a replacement can be seen from outside the window. `model` gives an input on which it can. */
export type Verdict =
  | { readonly answer: 'hidden' }
  | { readonly answer: 'seen'; readonly model: Uint8Array }
  | { readonly answer: 'unknown' };

/** Solver variables a live gate before the formula is written afresh. */
const GARBAGE = 4;

/**
 * The network as a formula that follows its changes. A replacement is checked on a copy of the gates above the node:
 *
 *     hidden  ⇔  care ∧ ⋁ (b ⊕ b′ : b on the boundary)  is unsatisfiable,  b′ = b with the node replaced
 *
 * A hidden replacement leaves the variables of the boundary as they were, and the copies become the gates between.
 *
 * @source Mishchenko, Brayton, Jiang & Jang, DAC 2009: resubstitution checked by SAT on the miter of a window
 */
export class ResubProof {
  private readonly solver = createSolver();
  private readonly network: Network;
  private readonly care: Circuit | undefined;
  /** The DIMACS literal of each node; 0 when it has none. */
  private literals = new Int32Array(0);
  private copies = new Map<number, number>();
  private made: number[] = [];
  conflicts = 0;

  constructor(network: Network, care: Circuit | undefined) {
    this.network = network;
    this.care = care;
    this.encodeAll(network.order());
  }

  /** The input variables come first: input i is variable i + 1 in every model. */
  check(node: number, window: Window, expression: Expression, maxConflicts: number): Verdict {
    const { solver } = this;
    this.made = [];
    const by = this.encodeExpression(expression);
    const old = this.literals[node]!;
    const seen = this.variable();
    solver.addClause([-seen, old, by]);
    solver.addClause([-seen, -old, -by]);
    this.copies = new Map([[node, by]]);
    if (!window.boundary.includes(node)) {
      for (const gate of window.above)
        this.copies.set(
          gate,
          this.encode(gate, (edge) => this.copied(edge)),
        );
      const differences = window.boundary.map((gate) => this.difference(this.literals[gate]!, this.copies.get(gate)!));
      solver.addClause([-seen, ...differences]);
    }
    const answer = solver.solve({ assumptions: [seen], maxConflicts });
    this.conflicts += answer.stats.conflicts;
    solver.addClause([-seen]);
    if (answer.status === 'sat') return { answer: 'seen', model: answer.model };
    return { answer: answer.status === 'unsat' ? 'hidden' : 'unknown' };
  }

  /**
   * Tells the formula that the replacement checked last was made: `gates[k]` is the edge of the expression's gate k, and
   * nodes from `first` on are new. Their numbers are no topological order, so `order` is needed.
   */
  commit(window: Window, gates: readonly Edge[], first: number, order: readonly number[]): void {
    const seen = new Set(window.boundary);
    for (const gate of window.above) {
      const copy = this.copies.get(gate);
      if (copy !== undefined && !seen.has(gate)) this.literals[gate] = copy;
    }
    this.reserve();
    for (const [k, edge] of gates.entries()) {
      if (edge >>> 1 >= first) this.literals[edge >>> 1] = (edge & 1) === 1 ? -this.made[k]! : this.made[k]!;
    }
    for (const node of order) {
      if (node < first || this.literals[node] !== 0) continue;
      this.literals[node] = this.encode(node, (edge) => this.literal(edge));
    }
  }

  /** Writes the formula afresh when most of it is no longer needed. */
  tidy(order: readonly number[]): void {
    const live = this.network.size + this.network.inputCount;
    if (this.solver.variables > GARBAGE * live + 1000) this.encodeAll(order);
  }

  private encodeAll(order: readonly number[]): void {
    const { network, solver } = this;
    solver.reset();
    solver.addVariables(network.inputCount + 1);
    this.literals = new Int32Array(2 * network.count);
    for (let i = 1; i <= network.inputCount; i += 1) this.literals[i] = i;
    this.literals[0] = network.inputCount + 1;
    solver.addClause([-this.literals[0]]);
    for (const node of order) this.literals[node] = this.encode(node, (edge) => this.literal(edge));
    if (this.care !== undefined) this.encodeCare(this.care);
  }

  private encodeCare(care: Circuit): void {
    const literals = new Int32Array(care.nodeCount);
    for (let i = 0; i <= care.inputCount; i += 1) literals[i] = this.literals[i]!;
    const read = (edge: Edge): number => ((edge & 1) === 1 ? -literals[edge >>> 1]! : literals[edge >>> 1]!);
    for (let node = firstGate(care); node < care.nodeCount; node += 1) {
      literals[node] = this.gate(care.kinds[node] === NodeKind.xor, read(care.left[node]!), read(care.right[node]!));
    }
    this.solver.addClause([read(care.outputs[0]!)]);
  }

  private reserve(): void {
    if (this.literals.length >= this.network.count) return;
    const grown = new Int32Array(2 * this.network.count);
    grown.set(this.literals);
    this.literals = grown;
  }

  private encodeExpression({ gates, output }: Expression): number {
    let last = 0;
    const read = (edge: number): number => {
      if (edge >= 0) return this.literal(edge);
      return edge === LAST ? last : -last;
    };
    for (const { xor, a, b } of gates) {
      last = this.gate(xor, read(a), read(b));
      this.made.push(last);
    }
    return read(output);
  }

  private encode(node: number, read: (edge: Edge) => number): number {
    const { kinds, left, right } = this.network;
    return this.gate(kinds[node] === NodeKind.xor, read(left[node]!), read(right[node]!));
  }

  private literal(edge: Edge): number {
    return (edge & 1) === 1 ? -this.literals[edge >>> 1]! : this.literals[edge >>> 1]!;
  }

  private copied(edge: Edge): number {
    const copy = this.copies.get(edge >>> 1);
    if (copy === undefined) return this.literal(edge);
    return (edge & 1) === 1 ? -copy : copy;
  }

  private variable(): number {
    const variable = this.solver.variables + 1;
    this.solver.addVariables(variable);
    return variable;
  }

  private gate(isXor: boolean, a: number, b: number): number {
    const { solver } = this;
    const n = this.variable();
    if (isXor) {
      for (const clause of [
        [-n, a, b],
        [-n, -a, -b],
        [n, -a, b],
        [n, a, -b],
      ]) {
        solver.addClause(clause);
      }
    } else {
      solver.addClause([-n, a]);
      solver.addClause([-n, b]);
      solver.addClause([n, -a, -b]);
    }
    return n;
  }

  private difference(a: number, b: number): number {
    const d = this.variable();
    this.solver.addClause([-d, a, b]);
    this.solver.addClause([-d, -a, -b]);
    return d;
  }
}
