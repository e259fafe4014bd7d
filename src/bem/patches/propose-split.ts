import { type Circuit, createBuilder, gateCount } from '#circuit/graph';
import { cofactor, graft, supportOf } from '#circuit/structure';
import type { Expert } from '../machine/expert.ts';
import type { StructuralPatch } from './structural-patch.ts';

/** Two experts, one for each value of a plane that the expert reads, each with what is left of the circuit. */
export function proposeSplit(expert: Expert, plane: number): StructuralPatch | undefined {
  const input = expert.reads.indexOf(plane);
  if (expert.body.kind !== 'circuit' || input < 0) return undefined;
  const { circuit } = expert.body;
  const half = (value: boolean): Expert => ({
    ...expert,
    id: `${expert.id}/${value ? 1 : 0}`,
    guard: [...(expert.guard ?? []), { plane, value }],
    ...readingLess(expert.reads, cofactor(circuit, new Map([[input, value]]))),
  });
  const puts = [half(true), half(false)];
  return {
    kind: 'split',
    removes: [expert.id],
    puts,
    inherits: Object.fromEntries(puts.map(({ id }) => [id, expert.id])),
  };
}

/** The read plane whose two cofactors have the fewest gates together. */
export function bestSplitPlane(expert: Expert): number | undefined {
  if (expert.body.kind !== 'circuit') return undefined;
  const { circuit } = expert.body;
  let best: number | undefined;
  let least = Infinity;
  for (const [input, plane] of expert.reads.entries()) {
    const gates = [true, false].reduce(
      (sum, value) => sum + gateCount(cofactor(circuit, new Map([[input, value]]))),
      0,
    );
    if (gates < least) {
      least = gates;
      best = plane;
    }
  }
  return best;
}

/** The circuit over those of its inputs that matter. */
function readingLess(reads: readonly number[], circuit: Circuit): Pick<Expert, 'reads' | 'body'> {
  const used = new Set(supportOf(circuit, circuit.outputs));
  const kept = reads.map((_, i) => i).filter((i) => used.has(i));
  const builder = createBuilder();
  const edges = kept.map(() => builder.input());
  const inputs = reads.map((_, i) => (used.has(i) ? edges[kept.indexOf(i)]! : 0));
  return {
    reads: kept.map((i) => reads[i]!),
    body: { kind: 'circuit', circuit: builder.build(graft(builder, circuit, inputs)) },
  };
}
