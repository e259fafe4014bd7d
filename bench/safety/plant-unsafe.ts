import { applyPlanPatch, type PlanPatch } from '#learners/machine/patches';
import type { ThinkPlan } from '#learners/machine/hypotheses';
import { type Circuit, firstGate, NodeKind } from '#logic/circuit/graph';
import { rebuild } from '#logic/circuit/structure';
import type { Rng } from '#foundation/kernel';
import { leavesBound } from './step-function.ts';

/**
 * A proposal that would break the property, known to do so because every case was tried: one gate of a part is another gate or reads a
 * complemented edge. It comes as a simplification. Undefined when no try breaks it.
 */
export function plantUnsafe(plan: ThinkPlan, rng: Rng): PlanPatch | undefined {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const part = rng.pick(plan.parts);
    const circuit = breakGate(part.circuit, rng);
    if (circuit === undefined) continue;
    const patch: PlanPatch = { kind: 'simplify', removes: [part.id], puts: [{ ...part, circuit }] };
    if (leavesBound(applyPlanPatch(plan, patch)!)) return patch;
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
