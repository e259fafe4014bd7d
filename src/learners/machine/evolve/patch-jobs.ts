import {
  applyPlanPatch,
  patchObligation,
  type PlanPatch,
  proposeBold,
  proposePlanPatches,
  savingOf,
  sharesSaved,
  verifyPlanPatch,
} from '#learners/machine/patches';
import { InstalledThinker, type ThinkPlan } from '#learners/machine/hypotheses';
import { gateCount } from '#logic/circuit/graph';
import { depthOf } from '#logic/circuit/structure';
import type { JobKind } from '#foundation/contracts/ports';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { createRng } from '#foundation/kernel';
import type { FindTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { z } from 'zod';
import { PartData, partFromData, partToData } from './part-data.ts';
import { effortOf, ProofData, proofDataOf } from './proof-data.ts';
import { meanScore } from './episode-regret.ts';
import { planOf, MachineSkill } from './machine-skill.ts';
import { scoreActor, type TaskSource } from './task-practice.ts';

/** A structural patch of one fragment of B_main, as plain data. */
export const PatchData = z.strictObject({
  kind: z.enum(['simplify', 'fuse', 'split', 'merge', 'retire']),
  removes: z.array(z.string()),
  puts: z.array(PartData),
});
export type PatchData = z.infer<typeof PatchData>;

const Proposed = z.strictObject({
  patch: PatchData,
  /** Honest proposals keep the function as far as their maker knows; bold and planted ones are guesses. */
  by: z.enum(['structure', 'chance']),
  gain: z.strictObject({ R: z.number(), S: z.number(), C: z.number(), I: z.number() }),
  features: z.strictObject({ clauses: z.number(), depth: z.number(), region: z.number() }),
});
export type Proposed = z.infer<typeof Proposed>;

const ProposeInputs = z.strictObject({
  skill: MachineSkill,
  parts: z.array(PartData),
  /** Names the pilot tasks and the chance of bold proposals. */
  path: z.string(),
  /** Structural proposals at most, and how many bold ones beside them. */
  limit: z.int().min(0),
  bold: z.int().min(0),
  pilots: z.int().min(1),
});

const LANES = 128;

function patchOf({ kind, removes, puts }: PatchData): PlanPatch {
  return { kind, removes, puts: puts.map(partFromData) };
}

/** Patches of a fragment with what pilot runs say of each. @source spec/pipeline §6: ΔR, ΔS, ΔC, ΔI from pilot runs */
export const proposeKind = (
  find: FindTemplate,
): JobKind<z.infer<typeof ProposeInputs>, { readonly proposals: readonly Proposed[] }> => ({
  kind: 'evolve/propose-patches',
  inputs: ProposeInputs,
  result: z.strictObject({ proposals: z.array(Proposed) }),
  run({ skill, parts, path, limit, bold, pilots }) {
    const plan: ThinkPlan = { ...planOf(skill, find), parts: parts.map(partFromData) };
    const honest = proposePlanPatches(plan)
      .filter((patch) => savingOf(plan, patch) > 0)
      .sort((a, b) => savingOf(plan, b) - savingOf(plan, a))
      .slice(0, limit);
    const rng = createRng(`evolve/bold/${skill.template}/${skill.level}/${path}`);
    const guesses: PlanPatch[] = [];
    for (let draw = 0; guesses.length < bold && draw < 8 * bold; draw += 1) {
      const guess = proposeBold(plan, rng);
      if (guess !== undefined) guesses.push(guess);
    }
    const score = pilotOf(find(skill.template), skill.level, { path, pilots });
    const before = score(plan);
    const weigh = (patch: PlanPatch, by: Proposed['by']): Proposed => {
      const after = score(applyPlanPatch(plan, patch)!);
      return {
        patch: { kind: patch.kind, removes: [...patch.removes], puts: patch.puts.map(partToData) },
        by,
        gain: { R: after.score - before.score, S: before.illegal - after.illegal, ...sharesSaved(plan, patch) },
        features: featuresOf(plan, patch),
      };
    };
    return {
      proposals: [...honest.map((each) => weigh(each, 'structure')), ...guesses.map((each) => weigh(each, 'chance'))],
    };
  },
});

/** How a plan does on the pilot tasks, and how many of its actions are illegal per episode. */
function pilotOf(
  template: AnyTemplate,
  level: number,
  { path, pilots }: { readonly path: string; readonly pilots: number },
): (plan: ThinkPlan) => { score: number; illegal: number } {
  const setting = settingOf(template, level);
  const source: TaskSource = { template, setting, seed: `${path.replaceAll('/', '-')}-pilot`, split: 'train' };
  return (plan) => {
    const scores = scoreActor(new InstalledThinker(plan, LANES), source, pilots);
    return { score: meanScore(scores), illegal: scores.reduce((sum, { illegal }) => sum + illegal, 0) / pilots };
  };
}

function featuresOf(plan: ThinkPlan, patch: PlanPatch): Proposed['features'] {
  const { left, right } = patchObligation(plan, patch);
  return {
    clauses: 3 * (gateCount(left) + gateCount(right)),
    depth: Math.max(depthOf(left), depthOf(right)),
    region: patch.removes.reduce((sum, id) => sum + gateCount(plan.parts.find((part) => part.id === id)!.circuit), 0),
  };
}

const VerifyInputs = z.strictObject({
  skill: MachineSkill,
  parts: z.array(PartData),
  patch: PatchData,
  maxConflicts: z.int().min(1),
  /** Planes, by name, of lanes in which earlier patches failed: tried before any proof. */
  known: z.array(z.record(z.string(), z.boolean())),
});

const Verified = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('proved'), proof: ProofData, effort: z.number() }),
  z.strictObject({ answer: z.literal('refuted'), planes: z.record(z.string(), z.boolean()), effort: z.number() }),
  z.strictObject({ answer: z.literal('unknown'), why: z.string(), effort: z.number() }),
]);

/** Proves that a patch changes nothing that anyone can see, or finds a lane in which it does. */
export const verifyKind = (find: FindTemplate): JobKind<z.infer<typeof VerifyInputs>, z.infer<typeof Verified>> => ({
  kind: 'evolve/verify-patch',
  inputs: VerifyInputs,
  result: Verified,
  run({ skill, parts, patch, maxConflicts, known }) {
    const plan: ThinkPlan = { ...planOf(skill, find), parts: parts.map(partFromData) };
    const found = verifyPlanPatch(plan, patchOf(patch), { maxConflicts, known });
    if (found.answer === 'refuted') return { ...found, planes: { ...found.planes } };
    if (found.answer === 'unknown') return found;
    return { answer: 'proved', proof: proofDataOf(found.proof), effort: effortOf(found.proof) };
  },
});
