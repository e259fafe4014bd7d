import { PairedOutcome } from '#foundation/contracts/certificates';
import type { JobKind } from '#foundation/contracts/ports';
import { type Hash, hashOf } from '#foundation/kernel';
import type { FindTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { z } from 'zod';
import { cutScore, meanScore, Seen, seenOf } from './episode-regret.ts';
import { faceAt, MachineSkill } from './machine-skill.ts';
import { scoreActor, type TaskSource } from './task-practice.ts';
import { actorOfSkill } from './skill-actor.ts';

const CompareInputs = z.strictObject({
  /** Names the fresh tasks. */
  path: z.string(),
  /** The skill in force; null is a machine that has learnt nothing. */
  incumbent: MachineSkill.nullable(),
  candidate: MachineSkill,
  tasks: z.int().min(1),
});
export type CompareInputs = z.infer<typeof CompareInputs>;

const Compared = z.strictObject({
  outcomes: z.array(PairedOutcome),
  seen: z.array(Seen),
  /** Means of both sides, as they are. */
  score: z.number(),
  incumbentScore: z.number(),
});
export type Compared = z.infer<typeof Compared>;

/** A proposal and what is in force play the same fresh tasks. @source DESIGN: install gains on fresh paired tasks */
export const compareKind = (find: FindTemplate): JobKind<CompareInputs, Compared> => ({
  kind: 'evolve/compare-machine-skills',
  inputs: CompareInputs,
  result: Compared,
  run({ path, incumbent, candidate, tasks }) {
    const template = find(candidate.template);
    const face = faceAt(template, candidate.level);
    const setting = settingOf(template, candidate.level);
    const source: TaskSource = { template, setting, seed: path, split: 'validation' };
    const theirs = scoreActor(actorOfSkill(candidate, face, find), source, tasks);
    const ours = scoreActor(actorOfSkill(incumbent ?? undefined, face, find), source, tasks);
    return {
      outcomes: theirs.map((score, i) => ({
        task: score.id,
        incumbent: cutScore(ours[i]!),
        candidate: cutScore(score),
      })),
      seen: theirs.map(seenOf),
      score: meanScore(theirs),
      incumbentScore: meanScore(ours),
    };
  },
});

/** The better the skill in force, the rarer its failures, so more tasks are played: at most so many times as many. */
const MOST_TASKS = 8;

/**
 * The number of tasks of a trial, fixed before any task is drawn. The skill in force then fails about half of `least` times.
 *
 *     n = least · min(8, max(1, ½ / (1 − score)))
 */
export function tasksToCompare(least: number, score: number | undefined): number {
  const failing = Math.max(1e-9, 1 - (score ?? 0));
  return Math.round(least * Math.min(MOST_TASKS, Math.max(1, 0.5 / failing)));
}

/** The recorded step that a certificate names: both sides by hash. */
export function compareStep({ path, incumbent, candidate, tasks }: CompareInputs): {
  readonly name: 'compare-machine-skills';
  readonly inputs: {
    readonly path: string;
    readonly tasks: number;
    readonly incumbent: Hash;
    readonly candidate: Hash;
  };
} {
  return {
    name: 'compare-machine-skills',
    inputs: { path, tasks, incumbent: hashOf(incumbent), candidate: hashOf(candidate) },
  };
}
