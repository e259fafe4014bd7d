import type { Journal, SkillFiles, SkillTask, SkillWorld, Split, Timer } from '#contracts';
import { createRng } from '#kernel';
import { mean, pairedBootstrapInterval } from '#statistics';
import { createBudget } from '../budget/budget.ts';
import { createStopwatch } from '../budget/stopwatch.ts';
import { createRollouts, type Rollout } from '../rollout/rollouts.ts';
import { gateScore } from './gate-score.ts';
import { scoreRollouts, type SkillScore } from './measure-skill.ts';
import type { TrainSettings } from './settings.ts';
import { asJson } from './step.ts';

export interface EvaluationAsked {
  /** One skill to score, or two to compare. */
  readonly skills: readonly SkillFiles[];
  readonly split: Split;
  readonly repeats: number;
}

export interface Evaluation {
  readonly scores: readonly SkillScore[];
  /** First minus second, per task, with a 95 % interval over tasks. */
  readonly difference?: {
    readonly mean: number;
    readonly low: number;
    readonly high: number;
    readonly wins: number;
    readonly losses: number;
  };
}

export interface EvaluationPorts {
  readonly journal: Journal;
  readonly world: SkillWorld;
  readonly timer: Timer;
}

/** Scores one skill, or compares two on the same tasks, without training. */
export async function evaluateSkill(
  { skills, split, repeats }: EvaluationAsked,
  settings: TrainSettings,
  { journal, world, timer }: EvaluationPorts,
): Promise<Evaluation> {
  const budget = createBudget({ limits: settings.limits, prices: settings.prices });
  const stopwatch = createStopwatch(journal, timer, settings.limits.milliseconds);
  const rollouts = createRollouts(settings.rollouts, { journal, world, timer, budget, stopwatch });
  const tasks = world.tasks(split);
  const made: Rollout[][] = [];
  for (const skill of skills) made.push(await rollouts.run(plansOf(skill, tasks, repeats)));
  const scores = made.map((one) => scoreRollouts(one, settings)).filter((score) => score !== undefined);
  const difference = made.length === 2 ? compare(made[0]!, made[1]!, settings) : undefined;
  const result = difference === undefined ? { scores } : { scores, difference };
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

function compare(
  first: readonly Rollout[],
  second: readonly Rollout[],
  settings: TrainSettings,
): Evaluation['difference'] {
  const [a, b] = [first, second].map((made) => taskMeans(made, settings));
  const both = [...a!.keys()].filter((id) => b!.has(id));
  if (both.length === 0) return undefined;
  const [ours, theirs] = [both.map((id) => a!.get(id)!), both.map((id) => b!.get(id)!)];
  const gains = ours.map((score, i) => score - theirs[i]!);
  const wins = gains.filter((gain) => gain > 0).length;
  const losses = gains.filter((gain) => gain < 0).length;
  const level = mean(gains);
  if (both.length < 2 || wins + losses === 0) return { mean: level, low: level, high: level, wins, losses };
  const { low, high } = pairedBootstrapInterval(ours, theirs, { confidence: 0.95 }, createRng(`eval/${settings.seed}`));
  return { mean: level, low, high, wins, losses };
}

function taskMeans(made: readonly Rollout[], { gateMetric, mixedWeight }: TrainSettings): Map<string, number> {
  const scores = new Map<string, number[]>();
  for (const { task, outcome } of made) {
    const score = gateScore(outcome, gateMetric, mixedWeight);
    if (score !== null) scores.set(task.id, [...(scores.get(task.id) ?? []), score]);
  }
  return new Map([...scores].map(([id, values]) => [id, mean(values)]));
}
