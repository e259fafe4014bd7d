import { createBuilder, type Edge, FALSE, gateCount } from '#logic/circuit/graph';
import { graft } from '#logic/circuit/structure';
import { words } from '#logic/circuit/words';
import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { invariant } from '#foundation/kernel';
import { proveNever } from '#logic/verify';
import { simplify } from '#logic/verify/rewrite';
import type { PlanClaim } from '../plans/programs/plan-claim.ts';
import type { ThinkPart, ThinkPlan } from './think-plan.ts';
import { placesOf } from './word-view.ts';

/** Circuits past this size are left as they were made. */
const SIMPLIFIED_GATES = 150;
const MAX_CONFLICTS = 50_000;

/** A plan with its parts made smaller, what was proved of it for every input, and what was refuted or left undecided. */
export interface ProvedPlan {
  readonly plan: ThinkPlan;
  readonly claims: readonly PlanClaim[];
  readonly open: readonly string[];
}

/**
 * The obligations of a plan that becomes a machine: every part made smaller is the same function; every word of the action that a part writes is
 * within its range, whatever is observed and whatever the state holds; and no part writes a plane outside the plan's own.
 */
export function proveThinkPlan(plan: ThinkPlan, face: FacePorts): ProvedPlan {
  const claims: PlanClaim[] = [];
  const open: string[] = [];
  const parts = plan.parts.map((part) => {
    const smaller = simplified(part);
    if (smaller === undefined) return part;
    claims.push(smaller.claim);
    return smaller.part;
  });
  for (const part of parts) {
    requireFrame(part, plan);
    for (const proof of rangeProofs(part, face)) {
      if (typeof proof === 'string') open.push(proof);
      else claims.push(proof);
    }
  }
  return { plan: { ...plan, parts }, claims, open };
}

function simplified(part: ThinkPart): { readonly part: ThinkPart; readonly claim: PlanClaim } | undefined {
  const gates = gateCount(part.circuit);
  if (gates === 0 || gates > SIMPLIFIED_GATES) return undefined;
  const result = simplify(part.circuit, { effort: 1 });
  invariant(result.answer === 'proved', 'without a limit a simplification is proved');
  const claim = `${part.id}: the circuits agree on all inputs`;
  return { part: { ...part, circuit: result.circuit }, claim: { claim, proofs: [result.proof] } };
}

/** The frame rule: a part writes planes of the plan's state and action only. */
function requireFrame({ id, writes }: ThinkPart, { state, outputs }: ThinkPlan): void {
  const isInside = writes.every(
    ({ region, at }) => at < (region === 'output' ? outputs : region === 'state' ? state : 0),
  );
  invariant(isInside, `part ${id} writes its own planes only`);
}

/** Every word of the action that a part writes whole, and that has values its bits could leave. */
function* rangeProofs(part: ThinkPart, { action }: FacePorts): Generator<PlanClaim | string, void, void> {
  for (const [index, port] of action.ports.entries()) {
    if (port.values >= 2 ** port.width) continue;
    for (const [item, place] of placesOf(port).entries()) {
      const written = wordAt(part.writes, place, port.width);
      if (written.length === 0) continue;
      const claim = `${part.id}: word ${index}${port.repeats.length === 0 ? '' : `[${item}]`} of the action is below ${port.values}`;
      const outcome = proveNever(violation(part, port, place, action.ports), { maxConflicts: MAX_CONFLICTS });
      if (outcome.answer === 'proved') yield { claim, proofs: [outcome.material] };
      else yield `${claim}: ${outcome.answer}`;
    }
  }
}

/** Places of an output word among the planes a part reads or writes; none where it does not have them all. */
function wordAt(planes: ThinkPart['writes'], place: number, width: number): number[] {
  const found = Array.from({ length: width }, (_, i) =>
    planes.findIndex(({ region, at }) => region === 'output' && at === place + i),
  );
  return found.includes(-1) ? [] : found;
}

/** The word was within its range before, where the part reads it; its case holds; and it is past its range after. */
function violation(part: ThinkPart, port: WordPort, place: number, ports: readonly WordPort[]) {
  const builder = createBuilder();
  const given = builder.inputs(part.reads.length, 'r');
  const made = graft(builder, part.circuit, given);
  const isPast = (edges: readonly Edge[], { values, width }: WordPort): Edge =>
    builder.not(words.lessThan(builder, [...edges, FALSE], words.constant(width + 1, values)));
  const before = wordAt(part.reads, place, port.width).map((i) => given[i]!);
  const after = wordAt(part.writes, place, port.width).map((i) => made[i]!);
  const wasIn = before.length === 0 ? [] : [builder.not(isPast(before, port))];
  const cases = port.cases.map(({ tag, value }) => {
    const { offset, width } = ports[tag]!;
    const at = wordAt(part.writes, offset, width);
    const told = at.length > 0 ? at.map((i) => made[i]!) : builder.inputs(width, `tag${tag}.`);
    return words.equal(builder, told, words.constant(width, value));
  });
  return builder.build([builder.andAll([...wasIn, ...cases, isPast(after, port)])]);
}
