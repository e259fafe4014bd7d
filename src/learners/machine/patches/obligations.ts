import { type Circuit, type CircuitBuilder, createBuilder, type Edge } from '#logic/circuit/graph';
import type { Expert } from '../representation/machine/expert.ts';
import type { PlaneMap } from '../representation/machine/plane-map.ts';
import { allHold, type PlaneInvariant } from './safety-property.ts';
import { guardOf, runSymbolically } from './run-symbolically.ts';
import { liveBefore } from './live-planes.ts';
import { isFixed, runGraph } from './run-graph.ts';
import type { Structure } from './step-program.ts';
import type { StructuralPatch } from './structural-patch.ts';

/** A formula that must be unsatisfiable, over all planes of the machine, one output: true where the claim fails. */
export interface Obligation {
  readonly claim: string;
  readonly violation: Circuit;
}

/** The structure of a machine before and after a patch, and what must hold of it. */
export interface PatchQuestion {
  readonly patch: StructuralPatch;
  readonly planes: PlaneMap;
  readonly old: Structure;
  readonly next: Structure;
  readonly invariants: readonly PlaneInvariant[];
}

/**
 * The verification conditions of a patch. Where a step is one fixed program, old and new are compared as whole steps, on all
 * planes anyone can see; where lanes are routed, experts are compared one by one, on any lane their guard lets in.
 *
 *     same:       I(s) ∧ old(s) ≠ new(s) on observed planes
 *     safe:       I(s) ∧ s′ = new(s) ∧ ¬I(s′)
 */
export function obligationsOf(question: PatchQuestion): Obligation[] {
  const { patch, old, next } = question;
  const isWhole = isFixed(old) && isFixed(next);
  switch (patch.kind) {
    case 'simplify':
    case 'fuse':
      return [isWhole ? sameStep(question) : sameAlone(question)];
    case 'install':
      return safe(question);
  }
}

function over({ count }: PlaneMap, violation: (builder: CircuitBuilder, planes: readonly Edge[]) => Edge): Circuit {
  const builder = createBuilder();
  const planes = builder.inputs(count, 'plane');
  return builder.build([violation(builder, planes)]);
}

function differ(builder: CircuitBuilder, a: readonly Edge[], b: readonly Edge[], planes: Iterable<number>): Edge {
  return builder.orAll([...planes].map((plane) => builder.xor(a[plane]!, b[plane]!)));
}

function sameStep({ patch, planes, old, next, invariants }: PatchQuestion): Obligation {
  const { first, size } = planes.regions.output;
  const observed = new Set([...liveBefore(old), ...liveBefore(next), ...invariants.flatMap((each) => each.planes)]);
  for (let plane = first; plane < first + size; plane += 1) observed.add(plane);
  const violation = over(planes, (builder, s) =>
    builder.and(
      allHold(builder, invariants, s),
      differ(builder, runGraph(builder, old, s), runGraph(builder, next, s), observed),
    ),
  );
  const claim = `${patch.kind}: the step does the same on all planes that are seen, from every state in the invariants`;
  return { claim, violation };
}

/** Experts that leave and experts that come, side by side; sound for any routing because nothing else changes. */
function sameAlone({ patch, planes, old: was, invariants }: PatchQuestion): Obligation {
  const old = replaced(patch, was.experts);
  const written = new Set([...old, ...patch.puts].flatMap(({ writes }) => writes));
  const violation = over(planes, (builder, s) =>
    builder.andAll([
      allHold(builder, invariants, s),
      builder.orAll(old.map((expert) => guardOf(builder, expert, s))),
      differ(builder, runSymbolically(builder, old, s), runSymbolically(builder, patch.puts, s), written),
    ]),
  );
  return { claim: `${patch.kind}: where the old experts apply, the new ones write the same`, violation };
}

/** What must be proved for the invariants to hold for ever: of the whole step where it is fixed, else of every expert. */
export function safetyObligations(
  structure: Structure,
  planes: PlaneMap,
  invariants: readonly PlaneInvariant[],
): Obligation[] {
  if (invariants.length === 0) return [];
  if (isFixed(structure)) {
    return [keeps('the step', planes, invariants, (builder, s) => runGraph(builder, structure, s))];
  }
  return structure.experts.map((expert) =>
    keeps(`expert ${expert.id}`, planes, invariants, (builder, s) => runSymbolically(builder, [expert], s)),
  );
}

function keeps(
  who: string,
  planes: PlaneMap,
  invariants: readonly PlaneInvariant[],
  run: (builder: CircuitBuilder, planes: readonly Edge[]) => Edge[],
): Obligation {
  const violation = over(planes, (builder, s) =>
    builder.and(allHold(builder, invariants, s), builder.not(allHold(builder, invariants, run(builder, s)))),
  );
  return { claim: `${who} keeps the invariants`, violation };
}

/** Of a machine that was safe, only what is new needs a proof; a fixed step is proved as a whole. */
function safe({ patch, planes, next, invariants }: PatchQuestion): Obligation[] {
  return safetyObligations(isFixed(next) ? next : { ...next, experts: patch.puts }, planes, invariants);
}

/** Seated experts that a patch takes out or replaces. */
export function replaced(patch: StructuralPatch, experts: readonly Expert[]): Expert[] {
  const ids = new Set([...patch.removes, ...patch.puts.map(({ id }) => id)]);
  return experts.filter(({ id }) => ids.has(id));
}
