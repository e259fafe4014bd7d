import { Fault, type Rng } from '#foundation/kernel';
import { createBuilder } from '../graph/builder.ts';
import type { Circuit } from '../graph/circuit.ts';
import type { Edge } from '../graph/edge.ts';

export interface RandomCircuitShape {
  readonly inputs: number;
  readonly outputs: number;
  readonly gates: number;
  /** Probability that a gate is a XOR. */
  readonly xorShare: number;
}

/**
 * A random circuit of exactly `gates` gates, all live.
 *
 * A gate that nothing uses yet *waits*. A fanin is a waiting gate or any earlier edge, with equal chance, until the
 * waiting gates in excess of the outputs are as many as the gates left to make; then each new gate joins two of them. So at
 * most `outputs` gates wait at the end. They become outputs, and random gates the other outputs.
 */
export function randomCircuit(shape: RandomCircuitShape, rng: Rng): Circuit {
  const { inputs, outputs, gates, xorShare } = shape;
  if (!(inputs >= 2 && outputs >= 1 && gates >= outputs)) {
    throw new Fault('circuit/bad-shape', `cannot make ${outputs} outputs of ${gates} gates over ${inputs} inputs`);
  }
  const builder = createBuilder();
  const edges: Edge[] = builder.inputs(inputs);
  const waiting = new Waiting();
  while (edges.length < inputs + gates) {
    const left = inputs + gates - edges.length;
    const excess = waiting.size - outputs;
    const pickFanin = (mustWait: boolean): Edge =>
      waiting.size > 0 && (mustWait || rng.bit() === 1) ? waiting.pick(rng) : rng.pick(edges);
    const a = pickFanin(excess >= left - 1);
    const b = pickFanin(excess >= left);
    const before = builder.nodeCount;
    const [x, y] = [a ^ rng.bit(), b ^ rng.bit()];
    const gate = (rng.chance(xorShare) ? builder.xor(x, y) : builder.and(x, y)) & ~1;
    if (builder.nodeCount === before) continue; // folded or known; a waiting gate with another edge is always new
    waiting.remove(a);
    waiting.remove(b);
    waiting.add(gate);
    edges.push(gate);
  }
  const roots = waiting.all();
  while (roots.length < outputs) roots.push(edges[inputs + rng.below(gates)]!);
  return builder.build(rng.shuffle(roots).map((edge) => edge ^ rng.bit()));
}

/** A set of edges from which one can be drawn. */
class Waiting {
  private readonly edges: Edge[] = [];
  private readonly places = new Map<Edge, number>();

  get size(): number {
    return this.edges.length;
  }

  all(): Edge[] {
    return [...this.edges];
  }

  pick(rng: Rng): Edge {
    return rng.pick(this.edges);
  }

  add(edge: Edge): void {
    this.places.set(edge, this.edges.length);
    this.edges.push(edge);
  }

  remove(edge: Edge): void {
    const place = this.places.get(edge);
    if (place === undefined) return;
    const last = this.edges.pop()!;
    this.places.delete(edge);
    if (last === edge) return;
    this.edges[place] = last;
    this.places.set(last, place);
  }
}
