import { type Circuit, createBuilder, type Edge } from '#logic/circuit/graph';
import type { Expert } from '../representation/machine/expert.ts';
import { allHold, type PlaneInvariant } from './safety-property.ts';
import { guardOf } from './run-symbolically.ts';
import type { Structure } from './step-program.ts';

/**
 * Which values of its reads an expert can meet, as far as invariants and its guard tell; undefined when they tell nothing. Within
 * a fixed program an invariant is known to hold only until one of its planes is written.
 */
export function careSet(
  expert: Expert,
  { program }: Structure,
  invariants: readonly PlaneInvariant[],
): Circuit | undefined {
  const earlier =
    program === undefined
      ? []
      : program.slice(
          0,
          program.findIndex(({ id }) => id === expert.id),
        );
  const written = new Set(earlier.flatMap(({ writes }) => writes));
  const known = (plane: number): boolean => expert.reads.includes(plane) && !written.has(plane);
  const usable = invariants.filter(({ planes }) => planes.every(known));
  const guard = (expert.guard ?? []).filter(({ plane }) => known(plane));
  if (usable.length === 0 && guard.length === 0) return undefined;
  const builder = createBuilder();
  const edges = builder.inputs(expert.reads.length);
  const byPlane: Edge[] = [];
  for (const [i, plane] of expert.reads.entries()) byPlane[plane] = edges[i]!;
  return builder.build([
    builder.and(allHold(builder, usable, byPlane), guardOf(builder, { ...expert, guard }, byPlane)),
  ]);
}
