import { createBuilder, type Edge } from '#logic/circuit/graph';
import { cleanup, graft } from '#logic/circuit/structure';
import type { Expert } from '../representation/machine/expert.ts';
import type { PlaneMap } from '../representation/machine/plane-map.ts';
import { neededPlanes } from './needed-planes.ts';
import type { PlaneInvariant } from './safety-property.ts';
import type { Structure } from './step-program.ts';
import type { StructuralPatch } from './structural-patch.ts';

/** Two neighbours of a fixed program become one expert, which writes only what others can see. Undefined where guards differ. */
export function proposeFuse(
  first: Expert,
  second: Expert,
  { experts }: Structure,
  surroundings: { readonly planes: PlaneMap; readonly invariants: readonly PlaneInvariant[] },
): StructuralPatch | undefined {
  const { body: a } = first;
  const { body: b } = second;
  if (a.kind !== 'circuit' || b.kind !== 'circuit') return undefined;
  if ((first.guard ?? []).length + (second.guard ?? []).length > 0) return undefined;
  const reads = [...new Set([...first.reads, ...second.reads.filter((plane) => !first.writes.includes(plane))])];
  const builder = createBuilder();
  const values: Edge[] = [];
  for (const plane of reads) values[plane] = builder.input();
  const run = ({ reads: from, writes }: Expert, circuit: typeof a.circuit): void => {
    const outputs = graft(
      builder,
      circuit,
      from.map((plane) => values[plane]!),
    );
    for (const [i, plane] of writes.entries()) values[plane] = outputs[i]!;
  };
  run(first, a.circuit);
  run(second, b.circuit);
  const needed = neededPlanes(experts, [first, second], surroundings);
  const written = [...new Set([...first.writes, ...second.writes])];
  const writes = written.filter((plane) => needed.has(plane) || reads.includes(plane)).sort((x, y) => x - y);
  if (writes.length === 0) return undefined;
  const circuit = cleanup(builder.build(writes.map((plane) => values[plane]!)));
  const id = `${first.id}+${second.id}`;
  const fused: Expert = { ...first, id, reads, writes, body: { kind: 'circuit', circuit } };
  return { kind: 'fuse', removes: [first.id, second.id], puts: [bare(fused)], inherits: { [id]: first.id } };
}

/** A new expert has no contract until one is proved for it. */
function bare({ pre: _pre, post: _post, ...expert }: Expert): Expert {
  return expert;
}
