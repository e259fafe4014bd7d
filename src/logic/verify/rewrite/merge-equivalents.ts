import { circuitToCnf } from '#logic/circuit/formats';
import { type Circuit, createBuilder, type Edge, firstGate, NodeKind, simulate } from '#logic/circuit/graph';
import { cleanup } from '#logic/circuit/structure';
import { createRng } from '#foundation/kernel';
import { createSolver, type Solver } from '#logic/sat';

export interface MergeOptions {
  /** Conflicts spent on one pair before it is left alone. */
  readonly maxConflicts: number;
  /** Conflicts spent on all pairs together. */
  readonly totalConflicts: number;
  /** Asked before each node; true ends the search for pairs. */
  readonly shouldStop?: () => boolean;
}

/** 32-bit words of random patterns that separate most nodes before the solver is asked. */
const WORDS = 32;
const ROUNDS = 4;

/**
 * Merges nodes that compute the same function, its complement or a constant (SAT sweeping).
 *
 * Nodes with equal signatures under random patterns are candidates, tried in topological order against the first of
 * their class; a proved pair is told to the solver, so that later proofs build on it, and a counterexample becomes a
 * pattern with 31 neighbours.
 *
 * @source Kuehlmann 2004, SAT sweeping; Mishchenko et al. 2005, FRAIGs: functionally reduced AIGs
 */
export function mergeEquivalents(circuit: Circuit, options: MergeOptions): Circuit {
  const sweeper = new Sweeper(cleanup(circuit), options);
  for (let round = 0; round < ROUNDS && sweeper.round(); round += 1);
  return sweeper.merged();
}

class Sweeper {
  private readonly circuit: Circuit;
  private readonly options: MergeOptions;
  private readonly solver: Solver;
  private readonly literalOf: (edge: Edge) => number;
  private readonly rng = createRng('verify/merge');
  /** One plane of values of all nodes for each word of patterns. */
  private readonly planes: Int32Array[] = [];
  /** The edge each node is merged into: itself when it stays. */
  private readonly mergedInto: Int32Array;
  private conflicts = 0;

  constructor(circuit: Circuit, options: MergeOptions) {
    this.circuit = circuit;
    this.options = options;
    this.solver = createSolver();
    const cnf = circuitToCnf(circuit, { roots: [...circuit.outputs, 0] });
    this.solver.add(cnf);
    this.literalOf = (edge) => cnf.literalOf(edge);
    this.mergedInto = Int32Array.from({ length: circuit.nodeCount }, (_, node) => 2 * node);
    for (let w = 0; w < WORDS; w += 1) this.simulateWord(() => this.rng.uint32() | 0);
  }

  /** Tries every node against its class once. True when counterexamples split classes, so another round may find more. */
  round(): boolean {
    const { circuit, mergedInto } = this;
    const leaders = new Map<string, Edge>([[this.key(0), 0]]);
    let split = false;
    for (let node = 1; node < circuit.nodeCount; node += 1) {
      if (this.options.shouldStop?.() === true) return false;
      if (mergedInto[node] !== 2 * node) continue;
      const key = this.key(node);
      const leader = leaders.get(key);
      if (leader === undefined) leaders.set(key, 2 * node);
      else if (node >= firstGate(circuit)) {
        const edge = leader ^ this.phase(node) ^ this.phase(leader >>> 1);
        if (!this.agrees(node, edge)) split = true;
        else if (this.prove(node, edge)) mergedInto[node] = edge;
        else split ||= !this.agrees(node, edge);
      }
      if (this.conflicts > this.options.totalConflicts) return false;
    }
    return split;
  }

  merged(): Circuit {
    const { circuit, mergedInto } = this;
    const builder = createBuilder();
    const moved = new Int32Array(circuit.nodeCount);
    for (let i = 0; i < circuit.inputCount; i += 1) moved[i + 1] = builder.input(circuit.inputNames[i]);
    const move = (edge: Edge): Edge => moved[edge >>> 1]! ^ (edge & 1);
    for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
      const edge = mergedInto[node]!;
      const a = move(circuit.left[node]!);
      const b = move(circuit.right[node]!);
      if (edge !== 2 * node) moved[node] = move(edge);
      else moved[node] = circuit.kinds[node] === NodeKind.and ? builder.and(a, b) : builder.xor(a, b);
    }
    return cleanup(builder.build(circuit.outputs.map(move), circuit.outputNames));
  }

  /** A node's value on the first pattern: what must be complemented to compare nodes regardless of sign. */
  private phase(node: number): number {
    return this.planes[0]![node]! & 1;
  }

  private key(node: number): string {
    const flip = -this.phase(node);
    let key = '';
    for (const plane of this.planes) {
      const word = plane[node]! ^ flip;
      key += String.fromCharCode(word & 0xffff, word >>> 16);
    }
    return key;
  }

  /** False when some pattern so far tells the node from the edge. */
  private agrees(node: number, edge: Edge): boolean {
    const flip = -(edge & 1);
    for (let w = this.planes.length - 1; w >= 0; w -= 1) {
      const plane = this.planes[w]!;
      if (plane[node] !== (plane[edge >>> 1]! ^ flip)) return false;
    }
    return true;
  }

  /** Whether node = edge is proved; a counterexample joins the patterns. */
  private prove(node: number, edge: Edge): boolean {
    const n = this.literalOf(2 * node);
    const e = this.literalOf(edge);
    for (const assumptions of [
      [n, -e],
      [-n, e],
    ]) {
      const answer = this.solver.solve({ assumptions, maxConflicts: this.options.maxConflicts });
      this.conflicts += answer.stats.conflicts;
      if (answer.status === 'sat') this.learnFrom(answer.model);
      if (answer.status !== 'unsat') return false;
    }
    this.solver.addClause([-n, e]);
    this.solver.addClause([n, -e]);
    return true;
  }

  private learnFrom(model: Uint8Array): void {
    this.simulateWord((i) => {
      const base = model[i + 1] === 1 ? -1 : 0;
      return base ^ (this.rng.uint32() & this.rng.uint32() & this.rng.uint32() & ~1);
    });
  }

  private simulateWord(word: (input: number) => number): void {
    const inputs = Int32Array.from({ length: this.circuit.inputCount }, (_, i) => word(i));
    this.planes.push(simulate(this.circuit, inputs));
  }
}
