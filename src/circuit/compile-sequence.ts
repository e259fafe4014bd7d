import { Fault } from '#kernel';
import { type Circuit, firstGate } from './circuit.ts';
import type { PolarGates } from './compile-polarity.ts';

/** Where the inputs and outputs of a compiled circuit live: byte offsets of planes from the base it is called with. */
export interface PlaneLayout {
  readonly inputs: readonly number[];
  /** No plane twice; an output may overwrite an input. */
  readonly outputs: readonly number[];
}

/** What to do in which order: a gate node, or ~o to store output o. */
export interface Sequence {
  /** Inputs to fetch before anything else, because their plane is overwritten while an output still wants them. */
  readonly fetched: readonly number[];
  readonly actions: Int32Array;
}

/**
 * Puts the stores among the gates: each as early as its value exists, but after the last gate that reads the plane it
 * overwrites. An input that is itself an output, on a plane that is overwritten, is fetched first, so a swap works.
 */
export function sequenceOf(circuit: Circuit, gates: PolarGates, order: Int32Array, layout: PlaneLayout): Sequence {
  requireLayout(circuit, layout);
  const first = firstGate(circuit);
  const overwritten = new Set(layout.outputs);
  const fetched = new Set<number>();
  for (const edge of circuit.outputs) {
    const node = edge >>> 1;
    if (node > 0 && node < first && overwritten.has(layout.inputs[node - 1]!)) fetched.add(node);
  }
  const place = new Int32Array(circuit.nodeCount).fill(-1);
  const lastRead = new Map<number, number>();
  const read = (node: number, at: number): void => {
    if (node < first && overwritten.has(layout.inputs[node - 1]!)) lastRead.set(layout.inputs[node - 1]!, at);
  };
  for (const [at, node] of order.entries()) {
    place[node] = at;
    read(gates.a[node]!, at);
    read(gates.b[node]!, at);
  }
  const storesAfter = new Map<number, number[]>();
  for (const [o, edge] of circuit.outputs.entries()) {
    const at = Math.max(place[edge >>> 1]!, lastRead.get(layout.outputs[o]!) ?? -1);
    const stores = storesAfter.get(at);
    if (stores === undefined) storesAfter.set(at, [o]);
    else stores.push(o);
  }
  const actions = new Int32Array(order.length + circuit.outputs.length);
  let count = 0;
  for (let at = -1; at < order.length; at += 1) {
    if (at >= 0) actions[count++] = order[at]!;
    for (const o of storesAfter.get(at) ?? []) actions[count++] = ~o;
  }
  return { fetched: [...fetched], actions };
}

function requireLayout(circuit: Circuit, { inputs, outputs }: PlaneLayout): void {
  if (inputs.length !== circuit.inputCount || outputs.length !== circuit.outputs.length) {
    throw new Fault(
      'circuit/bad-layout',
      `${inputs.length} input and ${outputs.length} output planes for ${circuit.inputCount} inputs and ${circuit.outputs.length} outputs`,
    );
  }
  if (new Set(outputs).size !== outputs.length) {
    throw new Fault('circuit/bad-layout', `two outputs share one of the planes ${outputs.join(', ')}`);
  }
}
