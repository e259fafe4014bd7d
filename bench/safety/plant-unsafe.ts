import type { Expert, Machine } from '#learners/machine/representation/machine';
import { applyPatch, type StructuralPatch, structureOf } from '#learners/machine/patches';
import { type Circuit, firstGate, NodeKind } from '#logic/circuit/graph';
import { rebuild } from '#logic/circuit/structure';
import type { Rng } from '#foundation/kernel';
import { leavesBound } from './step-function.ts';

/**
 * A proposal that would break the property, known to do so because every case was tried: one gate of an expert is another gate or
 * reads a complemented edge. It comes as a simplification, or as a new behaviour in the place of the old one. Undefined when no try
 * breaks it.
 */
export function plantUnsafe(machine: Machine, rng: Rng): StructuralPatch | undefined {
  const experts = structureOf(machine).experts.filter(({ body }) => body.kind === 'circuit');
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const expert = rng.pick(experts);
    if (expert.body.kind !== 'circuit') continue;
    const circuit = breakGate(expert.body.circuit, rng);
    if (circuit === undefined) continue;
    const broken: Expert = { ...expert, body: { kind: 'circuit', circuit } };
    const patch: StructuralPatch = { kind: rng.chance(0.5) ? 'simplify' : 'install', removes: [], puts: [broken] };
    const undo = applyPatch(machine, patch);
    const isUnsafe = leavesBound(machine);
    undo.rollback();
    if (isUnsafe) return patch;
  }
  return undefined;
}

function breakGate(circuit: Circuit, rng: Rng): Circuit | undefined {
  const first = firstGate(circuit);
  if (first >= circuit.nodeCount) return undefined;
  const target = rng.int(first, circuit.nodeCount - 1);
  const [flipLeft, flipKind] = [rng.bit(), rng.chance(0.5)];
  return rebuild(circuit, (builder, node, moved) => {
    const isTarget = node === target;
    const a = moved(circuit.left[node]!) ^ (isTarget ? flipLeft : 0);
    const b = moved(circuit.right[node]!);
    const isXor = (circuit.kinds[node] === NodeKind.xor) !== (isTarget && (flipKind || flipLeft === 0));
    return isXor ? builder.xor(a, b) : builder.and(a, b);
  });
}
