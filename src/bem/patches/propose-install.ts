import { synthesise } from '#verify/synthesis';
import type { Expert } from '../machine/expert.ts';
import type { Example, StructuralPatch } from './structural-patch.ts';

/** A new behaviour: the smallest circuit that agrees with the evidence, found by CEGIS; undefined when none is small enough. */
export function proposeInstall(
  seat: Omit<Expert, 'body'>,
  evidence: readonly Example[],
  limits: { readonly maxGates: number; readonly maxConflicts: number },
): StructuralPatch | undefined {
  const found = synthesise({ rows: evidence.map(({ reads, writes }) => ({ inputs: reads, outputs: writes })) }, limits);
  if (found.answer !== 'found') return undefined;
  const expert: Expert = { ...seat, body: { kind: 'circuit', circuit: found.circuit } };
  return { kind: 'install', removes: [], puts: [expert], region: seat.writes, evidence: { [seat.id]: evidence } };
}
