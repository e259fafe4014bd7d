import { hypothesisClasses, proveThinkPlan } from '#learners/machine/hypotheses';
import { gateCount } from '#logic/circuit/graph';
import type { JobKind } from '#foundation/contracts/ports';
import type { Hash } from '#foundation/kernel';
import type { FindTemplate } from '#tasks/registry';
import { z } from 'zod';
import type { EvolveRun } from './evolve-run.ts';
import { PartData, partToData } from './part-data.ts';
import { keepProof, ProofData, proofDataOf } from './proof-data.ts';
import { learntOf, planOf, MachineSkill } from './machine-skill.ts';

const ProveInputs = z.strictObject({ skill: MachineSkill });

const ProvedSkill = z.strictObject({
  /** The parts that go into the machine: each is the same function as the one that was learnt, with no more gates. */
  parts: z.array(PartData),
  claims: z.array(z.strictObject({ claim: z.string(), proofs: z.array(ProofData) })),
  /** What was refuted or left undecided. */
  open: z.array(z.string()),
  gates: z.strictObject({ before: z.int(), after: z.int() }),
});

/**
 * The obligations of a skill that becomes a fragment: parts made smaller are the same functions, action words are in range for every input,
 * and rows of learnt tables mean what their macros mean.
 */
export const proveKind = (find: FindTemplate): JobKind<z.infer<typeof ProveInputs>, z.infer<typeof ProvedSkill>> => ({
  kind: 'evolve/prove-machine-skill',
  inputs: ProveInputs,
  result: ProvedSkill,
  run({ skill }) {
    const plan = planOf(skill, find);
    const { class: name, hypothesis, face } = learntOf(skill, find);
    const proved = proveThinkPlan(plan, face);
    const own = hypothesisClasses.find((each) => each.name === name)?.prove?.(hypothesis, face) ?? [];
    const gatesOf = ({ parts }: typeof plan): number => parts.reduce((sum, { circuit }) => sum + gateCount(circuit), 0);
    return {
      parts: proved.plan.parts.map(partToData),
      claims: [...proved.claims, ...own].map(({ claim, proofs }) => ({ claim, proofs: proofs.map(proofDataOf) })),
      open: [...proved.open],
      gates: { before: gatesOf(plan), after: gatesOf(proved.plan) },
    };
  },
});

/** What came of the obligations of a skill, with the certificates of those that hold. */
export type SkillProofs = {
  readonly parts: readonly PartData[];
  readonly claims: number;
  readonly open: readonly string[];
  readonly gates: { readonly before: number; readonly after: number };
  readonly certificates: readonly Hash[];
};

/** Proves a skill where jobs run, and keeps the certificates here. */
export async function proveSkill({ dispatcher, journal, find }: EvolveRun, skill: MachineSkill): Promise<SkillProofs> {
  return journal.step('prove-machine-skill', { skill }, async () => {
    const { parts, claims, open, gates } = await dispatcher.run(proveKind(find), { skill });
    const certificates = claims.flatMap(({ proofs }) => proofs.map((proof) => keepProof(proof, journal)));
    return { parts, claims: claims.length, open, gates, certificates: [...new Set(certificates)] };
  });
}
