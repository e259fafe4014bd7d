import { gateCount } from '#logic/circuit/graph';
import type { MachineKnobs } from '../representation/machine/knobs.ts';
import { replaced } from './obligations.ts';
import { isFixed } from './run-graph.ts';
import type { Structure } from './step-program.ts';
import type { StructuralPatch } from './structural-patch.ts';

/**
 * Why a patch may not even be verified, or undefined: newcomers write only planes of the experts they replace, fit the budgets, and
 * do not crowd others out of the candidates.
 */
export function frameFault(patch: StructuralPatch, old: Structure, knobs: MachineKnobs): string | undefined {
  const { experts } = old;
  const allowed = new Set(replaced(patch, experts).flatMap(({ writes }) => writes));
  for (const { id, writes, body } of patch.puts) {
    const outside = writes.find((plane) => !allowed.has(plane));
    if (outside !== undefined) return `expert ${id} writes plane ${outside}, outside its frame`;
    if (body.kind !== 'circuit') return `expert ${id} is a table, of which nothing can be proved`;
    if (gateCount(body.circuit) > knobs.gates) return `expert ${id} has more than ${knobs.gates} gates`;
  }
  const isRouted = !isFixed(old);
  if (isRouted && patch.kind === 'fuse')
    return 'experts of a machine that routes do not always run one after the other';
  const count = experts.length - patch.removes.length + patch.puts.length;
  if (isRouted && patch.kind !== 'simplify' && count > knobs.candidates) {
    return `${count} experts would crowd each other out of ${knobs.candidates} candidates`;
  }
  return undefined;
}
