import type { OutcomeEvidence } from '#foundation/contracts/certificates';
import type { SkillTask } from '#foundation/contracts/skills';
import { hashOf } from '#foundation/kernel';
import type { Rollout } from './rollout-plan.ts';

/** How a score is read from a rollout. */
interface Reading {
  readonly world: string;
  readonly metric: 'hard' | 'soft' | 'mixed';
  readonly weight: number;
}

/** One task and repeat under both skills. */
export interface RolloutPair {
  readonly incumbent: Rollout;
  readonly candidate: Rollout;
}

/** Names the recorded rollouts behind paired outcomes, so that anyone can look them up by the hashes of skill, task and world. */
export function rolloutEvidence(pairs: readonly RolloutPair[], { world, metric, weight }: Reading): OutcomeEvidence {
  const tasks = new Map<string, SkillTask>(pairs.map(({ candidate }) => [candidate.task.id, candidate.task]));
  return {
    kind: 'rollouts',
    world,
    feedback: false,
    metric,
    weight,
    tasks: Object.fromEntries([...tasks].map(([id, task]) => [id, hashOf(task)])),
    pairs: pairs.map(({ incumbent, candidate }) => ({
      task: candidate.task.id,
      repeat: candidate.repeat,
      incumbent: incumbent.tries,
      candidate: candidate.tries,
    })),
  };
}
