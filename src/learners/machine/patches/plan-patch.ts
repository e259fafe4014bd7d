import { type Circuit, createBuilder, type CircuitBuilder, type Edge, FALSE, gateCount } from '#logic/circuit/graph';
import { graft } from '#logic/circuit/structure';
import { invariant } from '#foundation/kernel';
import type { ThinkPart, ThinkPlan } from '../hypotheses/think-plan.ts';
import type { Bit } from '../plans/programs/program-plan.ts';

/** Kinds of structural change of a fragment. All keep its behaviour, so a proof is enough for each. */
export type PlanPatchKind = 'simplify' | 'fuse' | 'split' | 'merge' | 'retire';

/** Parts that stand next to each other in a plan give way to others. */
export interface PlanPatch {
  readonly kind: PlanPatchKind;
  readonly removes: readonly string[];
  readonly puts: readonly ThinkPart[];
}

/** The plan after a patch; undefined where the parts that it takes out are not there, side by side. */
export function applyPlanPatch(plan: ThinkPlan, { removes, puts }: PlanPatch): ThinkPlan | undefined {
  const at = plan.parts.findIndex(({ id }) => id === removes[0]);
  const isThere = at >= 0 && removes.every((id, i) => plan.parts[at + i]?.id === id);
  if (!isThere) return undefined;
  return { ...plan, parts: [...plan.parts.slice(0, at), ...puts, ...plan.parts.slice(at + removes.length)] };
}

/** What a part costs in each think-step: its gates, and what it takes to begin it at all, measured in gates. */
export function costOfPart({ circuit }: ThinkPart): number {
  return gateCount(circuit) + PART_COST;
}

/** Reading a node of the graph, guard and mask: about as long as this many gates. */
const PART_COST = 8;

export function costOfPlan({ parts, thinkSteps }: ThinkPlan): number {
  return thinkSteps * parts.reduce((sum, part) => sum + costOfPart(part), 0);
}

/** ΔC is the share of the plan's cost that a patch saves, ΔI the share of its gates and wires that need no longer be told. */
export function sharesSaved(plan: ThinkPlan, patch: PlanPatch): { readonly C: number; readonly I: number } {
  const next = applyPlanPatch(plan, patch);
  invariant(next !== undefined, 'the patch fits the plan');
  const told = ({ parts }: ThinkPlan): number =>
    parts.reduce((sum, { reads, writes, circuit }) => sum + reads.length + writes.length + 2 * gateCount(circuit), 0);
  const share = (before: number, after: number): number => (before === 0 ? 0 : (before - after) / before);
  return { C: share(costOfPlan(plan), costOfPlan(next)), I: share(told(plan), told(next)) };
}

/** The formula of a patch: both circuits run over the same planes and give the planes that anyone can see afterwards. */
export interface PatchObligation {
  readonly left: Circuit;
  readonly right: Circuit;
  /** The planes that the inputs of both circuits stand for. */
  readonly planes: readonly Bit[];
}

/**
 * The verification condition of a patch: whatever the planes hold, the parts that leave and the parts that come leave the same on every plane
 * that is an output or that some part of the patched plan reads.
 */
export function patchObligation(plan: ThinkPlan, patch: PlanPatch): PatchObligation {
  const next = applyPlanPatch(plan, patch);
  invariant(next !== undefined, 'the patch fits the plan');
  const old = patch.removes.map((id) => plan.parts.find((part) => part.id === id)!);
  const planes = planesOf([...old, ...patch.puts]);
  const read = new Set(next.parts.flatMap((part) => [...part.reads, ...guardBits(part)].map(nameOf)));
  const written = planesOf([...old, ...patch.puts].map((part) => ({ ...part, reads: [], guard: [] })));
  const seen = written.filter((bit) => bit.region === 'output' || read.has(nameOf(bit)));
  return { left: runParts(old, planes, seen), right: runParts(patch.puts, planes, seen), planes };
}

function guardBits({ guard = [] }: Pick<ThinkPart, 'guard'>): Bit[] {
  return guard.map(({ bit }) => bit);
}

/** A plane by a name of its own. */
export function nameOf({ region, at }: Bit): string {
  return `${region}${at}`;
}

/** Every plane that parts touch, once, in a fixed order. */
function planesOf(parts: readonly Pick<ThinkPart, 'reads' | 'writes' | 'guard'>[]): Bit[] {
  const all = parts.flatMap((part) => [...part.reads, ...part.writes, ...guardBits(part)]);
  const byName = new Map(all.map((bit) => [nameOf(bit), bit]));
  return [...byName.keys()].sort().map((name) => byName.get(name)!);
}

/** Parts run one after the other, each in the lanes where its guard holds when its turn comes. */
function runParts(parts: readonly ThinkPart[], planes: readonly Bit[], seen: readonly Bit[]): Circuit {
  const builder = createBuilder();
  const now = new Map(planes.map((bit) => [nameOf(bit), builder.input()]));
  for (const part of parts) runPart(builder, part, now);
  // A part that nobody sees is compared on nothing.
  return builder.build(seen.length === 0 ? [FALSE] : seen.map((bit) => now.get(nameOf(bit))!));
}

/** Runs one part on planes given as edges; writes into `now`. */
export function runPart(
  builder: CircuitBuilder,
  { reads, writes, circuit, guard = [] }: ThinkPart,
  now: Map<string, Edge>,
): void {
  const made = graft(
    builder,
    circuit,
    reads.map((bit) => now.get(nameOf(bit))!),
  );
  const isOpen = builder.andAll(
    guard.map(({ bit, value }) => (value ? now.get(nameOf(bit))! : builder.not(now.get(nameOf(bit))!))),
  );
  for (const [i, bit] of writes.entries()) {
    const name = nameOf(bit);
    now.set(name, guard.length === 0 ? made[i]! : builder.mux(isOpen, made[i]!, now.get(name)!));
  }
}
