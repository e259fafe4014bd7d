import type { Expert } from '../representation/machine/expert.ts';
import type { PlaneMap } from '../representation/machine/plane-map.ts';
import type { PlaneInvariant } from './safety-property.ts';

/** Planes that someone outside `inside` can see: outputs, planes of invariants, and what other experts read or guard on. */
export function neededPlanes(
  experts: readonly Expert[],
  inside: readonly Expert[],
  { planes, invariants }: { readonly planes: PlaneMap; readonly invariants: readonly PlaneInvariant[] },
): Set<number> {
  const { first, size } = planes.regions.output;
  const needed = new Set<number>(invariants.flatMap((each) => each.planes));
  for (let plane = first; plane < first + size; plane += 1) needed.add(plane);
  for (const { reads, guard = [] } of experts.filter((expert) => !inside.includes(expert))) {
    for (const plane of [...reads, ...guard.map((literal) => literal.plane)]) needed.add(plane);
  }
  return needed;
}
