import { Fault } from '#foundation/kernel';
import { createBuilder } from '../graph/builder.ts';
import { type Circuit, firstGate, NodeKind } from '../graph/circuit.ts';
import type { Edge } from '../graph/edge.ts';

/**
 * A circuit as plain data, to be stored, sent and hashed. `gates` holds two fanins per gate in topological order; the first
 * is the smaller for an AND and the larger for a XOR. Names are left out when there are none.
 */
export interface CircuitData {
  readonly inputs: number;
  readonly gates: readonly number[];
  readonly outputs: readonly number[];
  readonly inputNames?: readonly (string | null)[];
  readonly outputNames?: readonly (string | null)[];
}

/** The data of a circuit; equal circuits have equal data. */
export function circuitToData(circuit: Circuit): CircuitData {
  const { kinds, left, right, nodeCount, inputNames, outputNames } = circuit;
  const gates: number[] = [];
  for (let node = firstGate(circuit); node < nodeCount; node += 1) {
    if (kinds[node] === NodeKind.and) gates.push(left[node]!, right[node]!);
    else gates.push(right[node]!, left[node]!);
  }
  const named = (names: Circuit['inputNames']): boolean => names.some((name) => name !== undefined);
  return {
    inputs: circuit.inputCount,
    gates,
    outputs: [...circuit.outputs],
    ...(named(inputNames) ? { inputNames: inputNames.map((name) => name ?? null) } : {}),
    ...(named(outputNames) ? { outputNames: outputNames.map((name) => name ?? null) } : {}),
  };
}

/** The circuit of such data, every edge checked. Gates that fold or repeat are dropped, as by a builder. */
export function circuitFromData(data: CircuitData): Circuit {
  const { inputs, gates, outputs, inputNames = [], outputNames = [] } = data;
  if (!(Number.isInteger(inputs) && inputs >= 0 && inputs <= 2 ** 24) || gates.length % 2 === 1) {
    throw new Fault('circuit/bad-data', `${inputs} inputs and ${gates.length} fanins make no circuit`);
  }
  const builder = createBuilder();
  const moved: Edge[] = [0];
  for (let i = 0; i < inputs; i += 1) moved.push(builder.input(inputNames[i] ?? undefined));
  const edgeOf = (edge: number): Edge => {
    const node = edge >>> 1;
    if (!(Number.isInteger(edge) && edge >= 0 && node < moved.length)) {
      throw new Fault('circuit/bad-data', `edge ${edge} comes before its node`);
    }
    return moved[node]! ^ (edge & 1);
  };
  for (let at = 0; at < gates.length; at += 2) {
    const [first, second] = [gates[at]!, gates[at + 1]!];
    const [a, b] = [edgeOf(first), edgeOf(second)];
    moved.push(first < second ? builder.and(a, b) : builder.xor(a, b));
  }
  return builder.build(
    outputs.map(edgeOf),
    outputNames.map((name) => name ?? undefined),
  );
}
