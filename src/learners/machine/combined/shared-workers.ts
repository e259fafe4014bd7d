import { circuitToData } from '#logic/circuit/formats';
import { type Hash, hashOf } from '#foundation/kernel';
import type { Expert } from '../representation/machine/expert.ts';
import type { Machine } from '../representation/machine/machine.ts';
import { type Fragment, workersOf } from './fragment.ts';

/** What an expert does, whatever it is called. */
function deedOf({ reads, writes, guard = [], body }: Expert): Hash {
  return hashOf({ reads, writes, guard, body: body.kind === 'circuit' ? circuitToData(body.circuit) : null });
}

/**
 * Seats the workers of a fragment and gives their ids in the order in which they run. A worker that another fragment brought already,
 * gate for gate on the same planes, is taken again: fragments overlay, so this is where skills share parts.
 */
export function placeWorkers(fragment: Fragment, machine: Machine, known: Map<Hash, string>): readonly string[] {
  return workersOf(fragment, machine.planes).map((worker) => {
    const deed = deedOf(worker);
    const before = known.get(deed);
    if (before !== undefined) return before;
    machine.addExpert(worker);
    known.set(deed, worker.id);
    return worker.id;
  });
}
