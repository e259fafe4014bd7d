import { Fault } from '#foundation/kernel';
import type { ProofMaterial } from '#logic/verify/certify';
import type { Machine } from '../representation/machine/machine.ts';
import { discharge } from './discharge.ts';
import { safetyObligations } from './obligations.ts';
import type { PlaneInvariant } from './safety-property.ts';
import { structureOf } from './step-program.ts';

/**
 * Proves that no step of a machine, from any state in the invariants and with any input, leaves them. With them holding now, they
 * hold for ever.
 */
export function proveSafe(machine: Machine, invariants: readonly PlaneInvariant[]): ProofMaterial[] {
  const { satVariables, satClauses, satConflicts } = machine.config.knobs;
  const limits = { variables: satVariables, clauses: satClauses, conflicts: satConflicts };
  return safetyObligations(structureOf(machine), machine.planes, invariants).map((obligation) => {
    const found = discharge(obligation, limits);
    if (found.answer === 'proved') return found.material;
    throw new Fault('bem/unsafe', `not proved: ${obligation.claim}`, { details: { answer: found.answer } });
  });
}
