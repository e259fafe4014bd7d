import type { Expert } from '../representation/machine/expert.ts';
import type { Machine } from '../representation/machine/machine.ts';
import type { StructuralPatch } from './structural-patch.ts';

interface SavedExpert {
  readonly slot: number;
  readonly expert: Expert;
  readonly weights: readonly { readonly key: Uint32Array; readonly weight: number }[];
}

/** How to take a patch back. */
export interface Undo {
  /** Restores experts, slots, weights and graph: the machine's hash is again what it was. Planes and steps are not touched. */
  rollback(): void;
}

/** Applies a patch. What is refused (a fault of the machine) leaves it as it was. */
export function applyPatch(machine: Machine, patch: StructuralPatch): Undo {
  const touched = new Set([...patch.removes, ...patch.puts.map(({ id }) => id)]);
  const seats = machine.seats().filter(({ expert }) => touched.has(expert.id));
  const saved = seats.map(({ slot, expert }) => save(machine, slot, expert.id));
  const sources = new Map(Object.values(patch.inherits ?? {}).map((id) => [id, weightsOf(machine, id)]));
  const added: string[] = [];
  const rollback = (): void => {
    for (const id of added) machine.removeExpert(id);
    for (const { slot, expert, weights } of saved) {
      // A replaced expert kept its slot and its weights.
      if (machine.has(expert.id)) {
        machine.replaceExpert(expert);
        continue;
      }
      machine.addAt(expert, slot);
      for (const { key, weight } of weights) machine.setWeight(key, expert.id, weight);
    }
  };
  try {
    for (const id of patch.removes) machine.removeExpert(id);
    for (const expert of patch.puts) {
      if (machine.has(expert.id)) {
        machine.replaceExpert(expert);
        continue;
      }
      machine.addExpert(expert);
      added.push(expert.id);
      const from = patch.inherits?.[expert.id];
      const weights = from === undefined ? [] : sources.get(from)!;
      for (const { key, weight } of weights) machine.setWeight(key, expert.id, weight);
    }
  } catch (error) {
    rollback();
    throw error;
  }
  return { rollback };
}

function save(machine: Machine, slot: number, id: string): SavedExpert {
  return { slot, expert: machine.expert(id), weights: weightsOf(machine, id) };
}

function weightsOf(machine: Machine, id: string): { key: Uint32Array; weight: number }[] {
  return machine
    .learnedWeights()
    .flatMap(({ key, weights }) => (weights.has(id) ? [{ key, weight: weights.get(id)! }] : []));
}
