import { createBuilder, type Edge } from '#circuit/graph';
import { graft } from '#circuit/structure';
import type { Expert, PlaneLiteral } from '../machine/expert.ts';
import type { StructuralPatch } from './structural-patch.ts';

/** Two experts whose guards differ in the value of one plane become one that looks at that plane itself. */
export function proposeMerge(a: Expert, b: Expert): StructuralPatch | undefined {
  if (a.body.kind !== 'circuit' || b.body.kind !== 'circuit' || a.class !== b.class || a.shard !== b.shard)
    return undefined;
  const deciding = decidingLiteral(a.guard ?? [], b.guard ?? []);
  const writes = [...a.writes].sort((x, y) => x - y);
  if (deciding === undefined || [...b.writes].sort((x, y) => x - y).join() !== writes.join()) return undefined;
  const reads = [...new Set([...a.reads, ...b.reads, deciding.plane])];
  const builder = createBuilder();
  const values: Edge[] = [];
  for (const plane of reads) values[plane] = builder.input();
  const written = ({ reads: from, writes: to }: Expert, circuit: typeof a.body.circuit): Edge[] => {
    const outputs = graft(
      builder,
      circuit,
      from.map((plane) => values[plane]!),
    );
    return writes.map((plane) => outputs[to.indexOf(plane)]!);
  };
  const ofA = written(a, a.body.circuit);
  const ofB = written(b, b.body.circuit);
  const isA = values[deciding.plane]! ^ (deciding.value ? 0 : 1);
  const circuit = builder.build(ofA.map((edge, i) => builder.mux(isA, edge, ofB[i]!)));
  const id = `${a.id}|${b.id}`;
  const guard = (a.guard ?? []).filter(({ plane }) => plane !== deciding.plane);
  const merged: Expert = {
    id,
    class: a.class,
    shard: a.shard,
    code: a.code,
    reads,
    writes,
    guard,
    body: { kind: 'circuit', circuit },
  };
  return { kind: 'merge', removes: [a.id, b.id], puts: [merged], inherits: { [id]: a.id } };
}

/** The literal of a that is the opposite in b, when all others are equal. */
function decidingLiteral(a: readonly PlaneLiteral[], b: readonly PlaneLiteral[]): PlaneLiteral | undefined {
  if (a.length !== b.length) return undefined;
  const differing = a.filter(({ plane, value }) => !b.some((other) => other.plane === plane && other.value === value));
  const [only] = differing;
  if (differing.length !== 1 || only === undefined) return undefined;
  return b.some(({ plane, value }) => plane === only.plane && value !== only.value) ? only : undefined;
}
