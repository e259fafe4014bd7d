import { type CircuitBuilder, createBuilder } from '../graph/builder.ts';
import { type Circuit, firstGate, NodeKind, requireSameInterface } from '../graph/circuit.ts';
import { coneOf } from './structure.ts';
import type { Edge } from '../graph/edge.ts';

/**
 * Rebuilds the live part of a circuit inside a builder, with `inputs[i]` in place of its input i, and returns where its
 * outputs ended up. Everything that joins circuits is made of this.
 */
export function graft(builder: CircuitBuilder, circuit: Circuit, inputs: readonly Edge[]): Edge[] {
  requireSameInterface('inputs', circuit.inputCount, inputs.length);
  const { kinds, left, right, nodeCount } = circuit;
  const live = coneOf(circuit);
  const moved = new Int32Array(nodeCount);
  moved.set(inputs, 1);
  for (let node = firstGate(circuit); node < nodeCount; node += 1) {
    if (live[node] === 0) continue;
    const a = moved[left[node]! >>> 1]! ^ (left[node]! & 1);
    const b = moved[right[node]! >>> 1]! ^ (right[node]! & 1);
    moved[node] = kinds[node] === NodeKind.and ? builder.and(a, b) : builder.xor(a, b);
  }
  return circuit.outputs.map((edge) => moved[edge >>> 1]! ^ (edge & 1));
}

/** A builder that already has the inputs of a circuit, names included, and their edges. */
export function sameInputs(circuit: Circuit): { builder: CircuitBuilder; inputs: Edge[] } {
  const builder = createBuilder();
  return {
    builder,
    inputs: Array.from({ length: circuit.inputCount }, (_, i) => builder.input(circuit.inputNames[i])),
  };
}

/** The same outputs over the same inputs without dead gates, folded and hashed afresh. */
export function cleanup(circuit: Circuit): Circuit {
  const { builder, inputs } = sameInputs(circuit);
  return builder.build(graft(builder, circuit, inputs), circuit.outputNames);
}

/** Makes one gate of a circuit anew; `moved` says where an edge of the old circuit is now. */
export type MakeGate = (builder: CircuitBuilder, node: number, moved: (edge: Edge) => Edge) => Edge;

/** The same inputs and outputs with every live gate made by `makeGate`. */
export function rebuild(circuit: Circuit, makeGate: MakeGate): Circuit {
  const { builder, inputs } = sameInputs(circuit);
  const live = coneOf(circuit);
  const at = new Int32Array(circuit.nodeCount);
  at.set(inputs, 1);
  const moved = (edge: Edge): Edge => at[edge >>> 1]! ^ (edge & 1);
  for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
    if (live[node] === 1) at[node] = makeGate(builder, node, moved);
  }
  return builder.build(circuit.outputs.map(moved), circuit.outputNames);
}
