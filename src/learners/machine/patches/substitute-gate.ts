import { type Circuit, firstGate, gateCount, NodeKind } from '#logic/circuit/graph';
import { rebuild } from '#logic/circuit/structure';
import type { Rng } from '#foundation/kernel';

/** One gate becomes a constant, an input or an earlier gate, perhaps complemented; undefined where that saves no gate. */
export function substituteGate(circuit: Circuit, rng: Rng): Circuit | undefined {
  const first = firstGate(circuit);
  if (first >= circuit.nodeCount) return undefined;
  const target = rng.int(first, circuit.nodeCount - 1);
  const source = rng.below(target);
  const flip = rng.bit();
  const changed = rebuild(circuit, (builder, node, moved) => {
    if (node === target) return moved(2 * source) ^ flip;
    const [a, b] = [moved(circuit.left[node]!), moved(circuit.right[node]!)];
    return circuit.kinds[node] === NodeKind.xor ? builder.xor(a, b) : builder.and(a, b);
  });
  return gateCount(changed) < gateCount(circuit) ? changed : undefined;
}
