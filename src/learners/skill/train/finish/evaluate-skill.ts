import type { Journal, Timer } from '#foundation/contracts/ports';
import type { SkillFiles, SkillTask, SkillWorld, Split } from '#foundation/contracts/skills';
import { createBudget, createStopwatch } from '#ratchet/budget';
import { createRollouts, type Rollout, type RolloutCounts, type Tell } from '#ratchet/rollout';
import { scoreRollouts, type SkillScore } from './measure-skill.ts';
import { type PairedDifference, pairedDifference, taskMeans } from './paired-difference.ts';
import type { TrainSettings } from '../settings.ts';
import { asJson } from '../propose/step.ts';

export interface EvaluationAsked {
  /** One skill to score, or two to compare. */
  readonly skills: readonly SkillFiles[];
  readonly split: Split;
  readonly repeats: number;
}

export interface Evaluation {
  readonly scores: readonly SkillScore[];
  readonly difference?: PairedDifference;
  /** Per task, the score of each skill; null where it has none. */
  readonly byTask: readonly TaskScores[];
  readonly counts: RolloutCounts;
}

export interface TaskScores {
  readonly id: string;
  readonly scores: readonly (number | null)[];
}

export interface EvaluationPorts {
  readonly journal: Journal;
  readonly world: SkillWorld;
  readonly timer: Timer;
  readonly tell?: Tell;
  /** Told after each rollout. */
  readonly ended?: () => void;
}

/** Scores one skill, or compares two on the same tasks, without training. */
export async function evaluateSkill(
  { skills, split, repeats }: EvaluationAsked,
  settings: TrainSettings,
  { journal, world, timer, ...told }: EvaluationPorts,
): Promise<Evaluation> {
  const budget = createBudget({ limits: settings.limits, prices: settings.prices });
  const stopwatch = createStopwatch(journal, timer, settings.limits);
  const rollouts = createRollouts(settings.rollouts, { journal, world, timer, budget, stopwatch, ...told });
  const tasks = world.tasks(split);
  const made: Rollout[][] = [];
  for (const skill of skills) made.push(await rollouts.run(plansOf(skill, tasks, repeats)));
  const scores = made.map((one) => scoreRollouts(one, settings)).filter((score) => score !== undefined);
  const difference = made.length === 2 ? pairedDifference(made[0]!, made[1]!, settings) : undefined;
  const counts = rollouts.counts();
  const means = made.map((one) => taskMeans(one, settings));
  const byTask = tasks.map(({ id }) => ({ id, scores: means.map((scored) => scored.get(id) ?? null) }));
  const result = { scores, ...(difference === undefined ? {} : { difference }), byTask, counts };
  journal.emit('skill-evaluated', asJson(result));
  return result;
}

function plansOf(
  skill: SkillFiles,
  tasks: readonly SkillTask[],
  repeats: number,
): Parameters<ReturnType<typeof createRollouts>['run']>[0] {
  return tasks.flatMap((task) =>
    Array.from({ length: repeats }, (_, repeat) => ({
      skill,
      task,
      repeat,
      stage: 'evaluate',
      mayShowFeedback: false,
    })),
  );
}
