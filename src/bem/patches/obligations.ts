import { type Circuit, type CircuitBuilder, createBuilder, type Edge } from '#circuit/graph';
import type { Expert } from '../machine/expert.ts';
import type { PlaneMap } from '../machine/plane-map.ts';
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
 *     total:      I(s) ∧ no guard holds
 */
export function obligationsOf(question: PatchQuestion): Obligation[] {
  const { patch, old, next } = question;
  const isWhole = isFixed(old) && isFixed(next);
  switch (patch.kind) {
    case 'simplify':
    case 'fuse':
    case 'split':
    case 'merge':
    case 'cfg-edit':
      return [isWhole ? sameStep(question) : sameAlone(question)];
    case 'widen':
      return [sameWhereNarrow(question), ...safe(question)];
    case 'install':
      return safe(question);
    case 'retire':
    case 'reroute':
      return [...safe(question), ...total(question)];
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

/** A wider expert does what the narrow one did wherever the planes it has more are 0 and stay 0. */
function sameWhereNarrow({ patch, planes, old: was, invariants }: PatchQuestion): Obligation {
  const old = replaced(patch, was.experts);
  const known = new Set(old.flatMap(({ reads, writes }) => [...reads, ...writes]));
  const extra = [...new Set(patch.puts.flatMap(({ reads, writes }) => [...reads, ...writes]))].filter(
    (p) => !known.has(p),
  );
  const violation = over(planes, (builder, s) => {
    const wide = runSymbolically(builder, patch.puts, s);
    const narrow = runSymbolically(builder, old, s);
    const isNarrow = builder.andAll(extra.flatMap((plane) => [builder.not(s[plane]!), builder.not(wide[plane]!)]));
    return builder.andAll([
      allHold(builder, invariants, s),
      isNarrow,
      differ(
        builder,
        narrow,
        wide,
        old.flatMap(({ writes }) => writes),
      ),
    ]);
  });
  return { claim: 'widen: the wide expert agrees on the domain of the narrow one', violation };
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

/** No lane is left without an expert: some guard of each class that had experts holds in every state of the invariants. */
function total({ planes, old, next, invariants }: PatchQuestion): Obligation[] {
  const classes = [...new Set(old.experts.map((expert) => expert.class))].sort((a, b) => a - b);
  return classes.map((kind) => ({
    claim: `every lane finds an expert of class ${kind}`,
    violation: over(planes, (builder, s) => {
      const left = next.experts.filter((expert) => expert.class === kind);
      const found = builder.orAll(left.map((expert) => guardOf(builder, expert, s)));
      return builder.and(allHold(builder, invariants, s), builder.not(found));
    }),
  }));
}

/** Seated experts that a patch takes out or replaces. */
export function replaced(patch: StructuralPatch, experts: readonly Expert[]): Expert[] {
  const ids = new Set([...patch.removes, ...patch.puts.map(({ id }) => id)]);
  return experts.filter(({ id }) => ids.has(id));
}
