import type { Machine } from '../machine/machine.ts';
import type { StructuralPatch } from './structural-patch.ts';

/** Retires the expert with the least use among those never used more than `most` times; undefined when all are in use. */
export function proposeRetire(
  machine: Machine,
  uses: ReadonlyMap<string, number>,
  most = 0,
): StructuralPatch | undefined {
  const idle = machine
    .seats()
    .map(({ expert }) => ({ id: expert.id, used: uses.get(expert.id) ?? 0 }))
    .filter(({ used }) => used <= most)
    .sort((a, b) => a.used - b.used || (a.id < b.id ? -1 : 1));
  return idle.length === 0 ? undefined : { kind: 'retire', removes: [idle[0]!.id], puts: [] };
}

/** Gives an expert the code of the key that leans to it most, so that ROUTE finds it there first; undefined when it has it. */
export function proposeReroute(machine: Machine, id: string): StructuralPatch | undefined {
  const expert = machine.expert(id);
  const [best] = machine
    .learnedWeights()
    .filter(({ weights }) => (weights.get(id) ?? 0) > 0)
    .sort((a, b) => b.weights.get(id)! - a.weights.get(id)!);
  if (best === undefined || best.key.every((word, w) => word === expert.code[w])) return undefined;
  return { kind: 'reroute', removes: [], puts: [{ ...expert, code: [...best.key] }] };
}
