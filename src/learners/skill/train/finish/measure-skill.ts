import type { SkillTask } from '#foundation/contracts/skills';
import { validationHeadline } from '#ratchet/gate';
import { type Interval, mean } from '#foundation/statistics';
import { gateScore } from '../trial/gate-score.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { Rollout } from '#ratchet/rollout';
import type { TrainSettings } from '../settings.ts';
import { isScored } from '../propose/step.ts';
import type { Practising } from '../train-run.ts';

/** The score of a skill on tasks it was not trained on, over the tasks that ended with a score. */
export interface SkillScore {
  readonly score: number;
  /** 95 % over tasks. */
  readonly interval: Interval;
  readonly hard: number;
  readonly soft: number;
  readonly tasks: number;
  readonly unscored: number;
  /** What a selection on these tasks had seen above the score; 0 where none was made on them. */
  readonly optimism: number;
  readonly byType: Readonly<Record<string, { readonly total: number; readonly hard: number }>>;
}

/** The first repeat of measurements that no gate ever sees. */
const APART = 1_000_000;

/** Rollouts of a skill that no decision has looked at. */
export function measureRollouts(
  run: Practising,
  version: SkillVersion,
  tasks: readonly SkillTask[],
  stage: string,
): Promise<Rollout[]> {
  const plans = tasks.map((task) => ({ skill: version.skill, task, repeat: APART, stage, mayShowFeedback: false }));
  return run.rollouts.run(plans);
}

/** By what a skill was chosen on the tasks that it is scored on. */
interface Selection {
  readonly selected?: readonly number[];
  readonly tried?: number;
}

/**
 * The headline over the rollouts that have a score; undefined where none has. With repeats, the mean of a task counts once.
 * `selected`: what the trial that accepted the skill scored, per task; `tried`: how many skills were tried on these tasks.
 */
export function scoreRollouts(
  made: readonly Rollout[],
  { gateMetric, mixedWeight }: TrainSettings,
  { selected = [], tried = 1 }: Selection = {},
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
  const { score, interval, optimism } = validationHeadline(
    selected.map((seen) => [seen]),
    [...byTask.values()],
    { tried },
  );
  const byType = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    score,
    interval,
    optimism,
    hard: mean(scored.map(({ outcome }) => outcome.score.hard)),
    soft: mean(scored.map(({ outcome }) => outcome.score.soft)),
    tasks: byTask.size,
    unscored: made.length - scored.length,
    byType: Object.fromEntries(byType.map(([type, values]) => [type, { total: values.length, hard: mean(values) }])),
  };
}
