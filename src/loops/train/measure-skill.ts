import type { SkillTask } from '#contracts';
import { bootstrapInterval, createRng, type Interval, mean } from '#kernel';
import { gateScore } from './gate-score.ts';
import type { SkillVersion } from './skill-version.ts';
import type { Rollout } from '../rollout/rollouts.ts';
import type { TrainSettings } from './settings.ts';
import { isScored } from './step.ts';
import type { TrainRun } from './train-run.ts';

/** The score of a skill on tasks it was not trained on, over the tasks that ended with a score. */
export interface SkillScore {
  readonly score: number;
  /** 95 % over tasks. */
  readonly interval: Interval;
  readonly hard: number;
  readonly soft: number;
  readonly tasks: number;
  readonly unscored: number;
  readonly byType: Readonly<Record<string, { readonly total: number; readonly hard: number }>>;
}

/** The first repeat of measurements that no gate ever sees. */
const APART = 1_000_000;

/** Measures a skill with rollouts of their own, which no decision has looked at. */
export async function measureSkill(
  run: TrainRun,
  version: SkillVersion,
  tasks: readonly SkillTask[],
  stage: string,
): Promise<SkillScore | undefined> {
  const plans = tasks.map((task) => ({ skill: version.skill, task, repeat: APART, stage, mayShowFeedback: false }));
  return scoreRollouts(await run.rollouts.run(plans), run.settings, stage);
}

/** The score over the rollouts that have one; undefined where none has. With repeats, the mean of a task counts once. */
export function scoreRollouts(
  made: readonly Rollout[],
  { gateMetric, mixedWeight, seed }: TrainSettings,
  path: string,
): SkillScore | undefined {
  const scored = made.filter(isScored);
  if (scored.length === 0) return undefined;
  const byTask = new Map<string, number[]>();
  const groups = new Map<string, number[]>();
  for (const { task, outcome } of scored) {
    const score = gateScore(outcome, gateMetric, mixedWeight) ?? 0;
    byTask.set(task.id, [...(byTask.get(task.id) ?? []), score]);
    groups.set(task.type ?? '', [...(groups.get(task.type ?? '') ?? []), outcome.score.hard]);
  }
  const scores = [...byTask.values()].map((values) => mean(values));
  const byType = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    score: mean(scores),
    interval: scoreInterval(scores, `${seed}/${path}`),
    hard: mean(scored.map(({ outcome }) => outcome.score.hard)),
    soft: mean(scored.map(({ outcome }) => outcome.score.soft)),
    tasks: scores.length,
    unscored: made.length - scored.length,
    byType: Object.fromEntries(byType.map(([type, values]) => [type, { total: values.length, hard: mean(values) }])),
  };
}

/** A 95 % interval of the mean over tasks; all-equal scores get the width that one more task of the other kind would give. */
function scoreInterval(scores: readonly number[], path: string): Interval {
  const n = scores.length;
  const level = mean(scores);
  const spread = Math.max(...scores) - Math.min(...scores);
  if (n < 2 || spread === 0) return { low: Math.max(0, level - 3 / n), high: Math.min(1, level + 3 / n) };
  return bootstrapInterval(scores, mean, { confidence: 0.95 }, createRng(`interval/${path}`));
}
