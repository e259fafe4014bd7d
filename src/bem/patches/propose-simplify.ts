import { type Circuit, firstGate, gateCount, NodeKind } from '#circuit/graph';
import { rebuild } from '#circuit/structure';
import type { Rng } from '#kernel';
import { shrink } from '#verify/rewrite';
import type { Expert } from '../machine/expert.ts';
import { careSet } from './care-set.ts';
import type { PlaneInvariant } from './safety-property.ts';
import type { Structure } from './step-program.ts';
import type { StructuralPatch } from './structural-patch.ts';

/** The same function on all reads the expert can meet, with fewer gates; undefined when none are saved. */
export function proposeSimplify(
  expert: Expert,
  structure: Structure,
  invariants: readonly PlaneInvariant[],
  effort = 3,
): StructuralPatch | undefined {
  if (expert.body.kind !== 'circuit') return undefined;
  const care = careSet(expert, structure, invariants);
  const circuit = shrink(expert.body.circuit, { effort, ...(care === undefined ? {} : { care }) });
  if (gateCount(circuit) >= gateCount(expert.body.circuit)) return undefined;
  return { kind: 'simplify', removes: [], puts: [withBody(expert, circuit)] };
}

/**
 * A random bold simplification: one gate becomes a constant, an input or an earlier gate, perhaps complemented. Most are wrong;
 * those that are right only because of the invariants are found no other way.
 */
export function proposeSubstitution(expert: Expert, rng: Rng): StructuralPatch | undefined {
  if (expert.body.kind !== 'circuit') return undefined;
  const { circuit } = expert.body;
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
  if (gateCount(changed) >= gateCount(circuit)) return undefined;
  return { kind: 'simplify', removes: [], puts: [withBody(expert, changed)] };
}

/** An expert with another circuit. */
function withBody(expert: Expert, circuit: Circuit): Expert {
  return { ...expert, body: { kind: 'circuit', circuit } };
}
