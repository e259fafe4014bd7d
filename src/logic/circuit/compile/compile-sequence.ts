import { Fault } from '#foundation/kernel';
import { type Circuit, firstGate } from '../graph/circuit.ts';
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
  const { outputs } = circuit;
  const writerOf = new Map(layout.outputs.map((plane, o) => [plane, o]));
  const overwriter = new Int32Array(first).fill(-1);
  for (let i = 0; i < circuit.inputCount; i += 1) overwriter[i + 1] = writerOf.get(layout.inputs[i]!) ?? -1;
  const fetched = new Set<number>();
  for (const edge of outputs) {
    const node = edge >>> 1;
    if (node < first && overwriter[node]! >= 0) fetched.add(node);
  }
  const place = new Int32Array(circuit.nodeCount).fill(-1);
  const lastRead = new Int32Array(outputs.length).fill(-1);
  for (let at = 0; at < order.length; at += 1) {
    const node = order[at]!;
    place[node] = at;
    const a = gates.a[node]!;
    const b = gates.b[node]!;
    if (a < first && overwriter[a]! >= 0) lastRead[overwriter[a]!] = at;
    if (b < first && overwriter[b]! >= 0) lastRead[overwriter[b]!] = at;
  }
  const firstStore = new Int32Array(order.length + 1).fill(-1);
  const nextStore = new Int32Array(outputs.length);
  for (let o = outputs.length - 1; o >= 0; o -= 1) {
    const at = 1 + Math.max(place[outputs[o]! >>> 1]!, lastRead[o]!);
    nextStore[o] = firstStore[at]!;
    firstStore[at] = o;
  }
  const actions = new Int32Array(order.length + outputs.length);
  let count = 0;
  for (let at = 0; at <= order.length; at += 1) {
    if (at > 0) actions[count++] = order[at - 1]!;
    for (let o = firstStore[at]!; o >= 0; o = nextStore[o]!) actions[count++] = ~o;
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
