import type { Expert } from '../expert.ts';
import type { Machine } from '../machine.ts';

/** What can be proved about a machine depends on this alone. */
export interface Structure {
  readonly experts: readonly Expert[];
  /** The experts of a step in order, where that is fixed. */
  readonly program: readonly Expert[] | undefined;
}

export function structureOf(machine: Machine): Structure {
  return { experts: machine.seats().map(({ expert }) => expert), program: stepProgram(machine) };
}

/**
 * The experts of a step in the order they run, when that is the same in every step: one routing key, one class, and room for
 * all of them among candidates and picks. Undefined for a machine that routes.
 */
function stepProgram(machine: Machine): Expert[] | undefined {
  const { knobs, keyPlanes } = machine.config;
  const experts = machine.seats().map(({ expert }) => expert);
  if (keyPlanes.length > 0 || experts.some((expert) => expert.class !== 0)) return undefined;
  if (experts.length > knobs.candidates || experts.length > knobs.picks) return undefined;
  const key = new Uint32Array(knobs.codeBits / 32);
  const weight = new Map(experts.map(({ id }) => [id, machine.weightOf(key, id)]));
  return experts.sort((a, b) => weight.get(b.id)! - weight.get(a.id)! || (a.id < b.id ? -1 : 1));
}

/** Planes whose value before the step matters: read, or guarded on, before an unguarded write. */
export function liveBefore(program: readonly Expert[]): Set<number> {
  const live = new Set<number>();
  const written = new Set<number>();
  for (const { guard = [] } of program) for (const { plane } of guard) live.add(plane);
  for (const { reads, writes, guard = [] } of program) {
    for (const plane of reads) if (!written.has(plane)) live.add(plane);
    // A write that may not happen leaves what was there.
    for (const plane of writes) {
      if (guard.length === 0) written.add(plane);
      else if (!written.has(plane)) live.add(plane);
    }
  }
  return live;
}
