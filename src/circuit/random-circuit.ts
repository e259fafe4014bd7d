import { Fault, type Rng } from '#kernel';
import { createBuilder } from './builder.ts';
import type { Circuit } from './circuit.ts';
import type { Edge } from './edge.ts';

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
 * Each gate takes one fanin that nothing uses yet while more such gates wait than there are outputs left to take them,
 * so at the end at most `outputs` gates are unused, and these become outputs; the rest of the outputs are random gates.
 * Few inputs with many gates soon repeat themselves: after 1,000 drawn duplicates in a row the shape is refused.
 */
export function randomCircuit(shape: RandomCircuitShape, rng: Rng): Circuit {
  const { inputs, outputs, gates, xorShare } = shape;
  if (!(inputs >= 2 && outputs >= 1 && gates >= outputs)) {
    throw new Fault('circuit/bad-shape', `cannot make ${outputs} outputs of ${gates} gates over ${inputs} inputs`);
  }
  const builder = createBuilder();
  const edges: Edge[] = builder.inputs(inputs);
  const unused: Edge[] = [];
  const take = (): Edge => {
    const at = rng.below(unused.length);
    const edge = unused[at]!;
    unused[at] = unused.at(-1)!;
    unused.pop();
    return edge;
  };
  let misses = 0;
  for (let made = 0; made < gates;) {
    const mustReduce = unused.length + 1 > outputs || unused.length >= gates - made + outputs;
    const waiting = mustReduce && unused.length > 0 ? take() : undefined;
    const a = waiting ?? rng.pick(edges);
    const b = rng.pick(edges);
    const before = builder.nodeCount;
    const x = a ^ rng.bit();
    const y = b ^ rng.bit();
    const edge = (rng.chance(xorShare) ? builder.xor(x, y) : builder.and(x, y)) & ~1;
    if (builder.nodeCount === before) {
      if (waiting !== undefined) unused.push(waiting);
      misses += 1;
      if (misses > 1000) throw new Fault('circuit/bad-shape', `no ${gates} distinct gates over ${inputs} inputs`);
      continue;
    }
    misses = 0;
    const used = unused.indexOf(b);
    if (used >= 0) unused.splice(used, 1);
    const usedToo = waiting === undefined ? unused.indexOf(a) : -1;
    if (usedToo >= 0) unused.splice(usedToo, 1);
    edges.push(edge);
    unused.push(edge);
    made += 1;
  }
  const roots = [...unused];
  while (roots.length < outputs) roots.push(edges[inputs + rng.below(gates)]!);
  return builder.build(rng.shuffle(roots).map((edge) => edge ^ rng.bit()));
}
