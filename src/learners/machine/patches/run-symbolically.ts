import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { graft } from '#logic/circuit/structure';
import { badExpert, type Expert } from '../representation/machine/expert.ts';

/**
 * Planes after some experts have run one after the other, as edges. Guards are taken of the planes before the first: a
 * machine picks before anything runs.
 */
export function runSymbolically(builder: CircuitBuilder, experts: readonly Expert[], before: readonly Edge[]): Edge[] {
  const now = [...before];
  for (const expert of experts) {
    if (expert.body.kind !== 'circuit') throw badExpert(expert.id, 'body', 'a table has no proof');
    const guard = guardOf(builder, expert, before);
    const written = graft(
      builder,
      expert.body.circuit,
      expert.reads.map((plane) => now[plane]!),
    );
    for (const [i, plane] of expert.writes.entries()) now[plane] = builder.mux(guard, written[i]!, now[plane]!);
  }
  return now;
}

/** Where an expert may be picked. */
export function guardOf(builder: CircuitBuilder, { guard = [] }: Expert, planes: readonly Edge[]): Edge {
  return builder.andAll(guard.map(({ plane, value }) => (value ? planes[plane]! : builder.not(planes[plane]!))));
}
