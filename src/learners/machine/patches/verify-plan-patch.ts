import { evaluateOnce, gateCount } from '#logic/circuit/graph';
import { checkEquivalence } from '#logic/verify';
import type { ProofMaterial } from '#logic/verify/certify';
import type { ThinkPlan } from '../hypotheses/think-plan.ts';
import { nameOf, patchObligation, type PlanPatch } from './plan-patch.ts';

/** Planes of a lane by name. */
export type LanePlanes = Readonly<Record<string, boolean>>;

/** What became of the obligation of a patch. `effort` is counted in clauses, or in conflicts where the proof was given up. */
export type VerifiedPatch =
  | { readonly answer: 'proved'; readonly proof: ProofMaterial }
  /** A lane in which the patch does something else. */
  | { readonly answer: 'refuted'; readonly planes: LanePlanes; readonly effort: number }
  | { readonly answer: 'unknown'; readonly why: string; readonly effort: number };

/** Proves that a patch changes nothing that anyone can see, or finds a lane in which it does. Lanes in which earlier patches failed are tried first. */
export function verifyPlanPatch(
  plan: ThinkPlan,
  patch: PlanPatch,
  { maxConflicts, known }: { readonly maxConflicts: number; readonly known: readonly LanePlanes[] },
): VerifiedPatch {
  const { left, right, planes } = patchObligation(plan, patch);
  const names = planes.map(nameOf);
  const named = (inputs: readonly boolean[]): LanePlanes =>
    Object.fromEntries(names.map((name, i) => [name, inputs[i]!]));
  for (const old of known) {
    const inputs = names.map((name) => old[name] ?? false);
    const [a, b] = [evaluateOnce(left, inputs), evaluateOnce(right, inputs)];
    if (a.some((bit, i) => bit !== b[i])) return { answer: 'refuted', planes: named(inputs), effort: 1 };
  }
  const found = checkEquivalence(left, right, { maxConflicts });
  const size = 3 * (gateCount(left) + gateCount(right));
  if (found.answer === 'equal') return { answer: 'proved', proof: found.proof };
  if (found.answer === 'different') return { answer: 'refuted', planes: named(found.difference.inputs), effort: size };
  return { answer: 'unknown', why: found.why, effort: size + maxConflicts };
}
