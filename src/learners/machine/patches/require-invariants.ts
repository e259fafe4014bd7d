import { evaluate } from '#logic/circuit/graph';
import { Fault } from '#foundation/kernel';
import type { Machine } from '../representation/machine/machine.ts';
import type { PlaneInvariant } from './safety-property.ts';

/** Throws unless every invariant speaks of planes a step may write, and holds now in every lane. */
export function requireInvariants(machine: Machine, invariants: readonly PlaneInvariant[]): void {
  for (const { name, planes, holds } of invariants) {
    if (planes.some((plane) => plane < machine.planes.regions.state.first)) {
      throw new Fault('bem/bad-invariant', `invariant ${name} speaks of an input plane`, { details: { name } });
    }
    const words = machine.config.knobs.lanes / 32;
    const values = planes.map((plane) => machine.readPlane(plane));
    for (let w = 0; w < words; w += 1) {
      const [truth] = evaluate(
        holds,
        Int32Array.from(values, (plane) => plane[w]!),
      );
      if (truth! !== -1) {
        throw new Fault('bem/unsafe', `invariant ${name} does not hold in some lane of ${32 * w} to ${32 * w + 31}`, {
          details: { name },
        });
      }
    }
  }
}
