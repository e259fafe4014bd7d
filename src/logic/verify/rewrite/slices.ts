import { type Circuit, createBuilder, type Edge, firstGate, NodeKind } from '#logic/circuit/graph';
import { graft, sameInputs } from '#logic/circuit/structure';

/** A stretch of gates in topological order: what it reads from before, and which of its gates are read later. */
interface Slice {
  readonly circuit: Circuit;
  /** Nodes of the whole that are the slice's inputs, and those that are its outputs. */
  readonly reads: readonly number[];
  readonly gives: readonly number[];
}

/**
 * Makes each slice of at most `size` gates smaller on its own and puts them together again: linear in the size of the circuit where
 * `shrinkOne` is not. `offset` moves the borders, so that another round looks across them. A slice that got larger stays as it was.
 *
 * @source Mishchenko et al., DAC 2006 (windows); the cutting by topological order is this project's own
 */
export function shrinkSlices(
  circuit: Circuit,
  { size, offset }: { readonly size: number; readonly offset: number },
  shrinkOne: (slice: Circuit, from: number) => Circuit,
): Circuit {
  const { builder, inputs } = sameInputs(circuit);
  const moved = new Int32Array(circuit.nodeCount);
  moved.set(inputs, 1);
  const lastReader = lastReaders(circuit);
  for (let from = firstGate(circuit); from < circuit.nodeCount;) {
    const first = from === firstGate(circuit) ? Math.max(1, offset) : size;
    const to = Math.min(circuit.nodeCount, from + first);
    const slice = cut(circuit, from, to, lastReader);
    const smaller = shrinkOne(slice.circuit, from);
    const best = gates(smaller) < gates(slice.circuit) ? smaller : slice.circuit;
    const edges = graft(
      builder,
      best,
      slice.reads.map((node) => moved[node]!),
    );
    for (const [i, node] of slice.gives.entries()) moved[node] = edges[i]!;
    from = to;
  }
  const outputs = circuit.outputs.map((edge): Edge => moved[edge >>> 1]! ^ (edge & 1));
  return builder.build(outputs, circuit.outputNames);
}

function gates(circuit: Circuit): number {
  return circuit.nodeCount - firstGate(circuit);
}

/** For each node the last node that reads it; outputs are read at the very end. */
function lastReaders(circuit: Circuit): Int32Array {
  const last = new Int32Array(circuit.nodeCount);
  for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
    last[circuit.left[node]! >>> 1] = node;
    last[circuit.right[node]! >>> 1] = node;
  }
  for (const edge of circuit.outputs) last[edge >>> 1] = circuit.nodeCount;
  return last;
}

function cut(circuit: Circuit, from: number, to: number, lastReader: Int32Array): Slice {
  const builder = createBuilder();
  const local = new Map<number, Edge>([[0, 0]]);
  const reads: number[] = [];
  const read = (edge: Edge): Edge => {
    const node = edge >>> 1;
    let found = local.get(node);
    if (found === undefined) {
      found = builder.input();
      local.set(node, found);
      reads.push(node);
    }
    return found ^ (edge & 1);
  };
  // Inputs come before gates in a builder.
  for (let node = from; node < to; node += 1) {
    for (const edge of [circuit.left[node]!, circuit.right[node]!]) if (edge >>> 1 < from) read(edge);
  }
  const gives: number[] = [];
  for (let node = from; node < to; node += 1) {
    const a = read(circuit.left[node]!);
    const b = read(circuit.right[node]!);
    local.set(node, circuit.kinds[node] === NodeKind.and ? builder.and(a, b) : builder.xor(a, b));
    if (lastReader[node]! >= to) gives.push(node);
  }
  return { circuit: builder.build(gives.map((node) => local.get(node)!)), reads, gives };
}
