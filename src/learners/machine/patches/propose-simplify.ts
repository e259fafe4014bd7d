import { type Circuit, gateCount } from '#logic/circuit/graph';
import type { Rng } from '#foundation/kernel';
import { shrink } from '#logic/verify/rewrite';
import type { Expert } from '../representation/machine/expert.ts';
import { careSet } from './care-set.ts';
import type { PlaneInvariant } from './safety-property.ts';
import type { Structure } from './step-program.ts';
import type { StructuralPatch } from './structural-patch.ts';
import { substituteGate } from './substitute-gate.ts';

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

/** A random bold simplification. Most are wrong; those that are right only because of the invariants are found no other way. */
export function proposeSubstitution(expert: Expert, rng: Rng): StructuralPatch | undefined {
  const changed = expert.body.kind === 'circuit' ? substituteGate(expert.body.circuit, rng) : undefined;
  return changed === undefined ? undefined : { kind: 'simplify', removes: [], puts: [withBody(expert, changed)] };
}

/** An expert with another circuit. */
function withBody(expert: Expert, circuit: Circuit): Expert {
  return { ...expert, body: { kind: 'circuit', circuit } };
}
