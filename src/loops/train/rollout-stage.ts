import type { SkillTask } from '#contracts';
import type { Rollout, RolloutPlan } from '../rollout/rollouts.ts';
import { isScored, meanScores, type Step } from './step.ts';
import type { SkillVersion } from './skill-version.ts';
import type { TrainRun } from './train-run.ts';
import type { PoolEntry } from './train-state.ts';

/** Stage 1: the parent works on the step's training tasks, micro-batch by micro-batch. */
export async function rollOut(run: TrainRun, step: Step): Promise<void> {
  run.enter('rollout');
  for (const [index, batch] of step.plan.batches.entries()) {
    const made = await practise(run, step.parent, batch);
    const scored = made.filter(isScored);
    const { hard, soft } = meanScores(scored);
    step.rollouts.push(...scored);
    step.batches.push(scored);
    step.record.rollout_n += made.length;
    step.record.rollout_unscored += made.length - scored.length;
    step.record.accumulation_batches.push({ batch_idx: index, n_envs: made.length, hard, soft });
  }
  const { hard, soft } = meanScores(step.rollouts);
  step.record.rollout_hard = hard;
  step.record.rollout_soft = soft;
  run.emit('rollouts-ended', {
    step: step.plan.step,
    tasks: step.record.rollout_n,
    unscored: step.record.rollout_unscored,
    hard,
    soft,
  });
}

/**
 * Training rollouts of a skill, fresh for every time it meets a task, and remembered in the pool. Only these may show the
 * agent the scorer's feedback between turns.
 */
export async function practise(
  run: TrainRun,
  version: SkillVersion,
  tasks: readonly SkillTask[],
  stage = 'rollout',
): Promise<readonly Rollout[]> {
  const [made] = await practiseAll(run, [{ version, tasks }], stage);
  return made!;
}

/** A skill and the tasks it is to work on. */
export interface Practice {
  readonly version: SkillVersion;
  readonly tasks: readonly SkillTask[];
}

/** Training rollouts of several skills in one block, so that all of them are under way at once; results skill by skill. */
export async function practiseAll(
  run: TrainRun,
  practices: readonly Practice[],
  stage: string,
): Promise<readonly (readonly Rollout[])[]> {
  const plans = practices.map(({ version, tasks }) => plansOf(entryOf(run, version), tasks, stage));
  const made = await run.rollouts.run(plans.flat());
  let at = 0;
  return practices.map(({ version }, i) => {
    const own = made.slice(at, at + plans[i]!.length);
    at += own.length;
    const { scores } = entryOf(run, version);
    for (const { task, outcome } of own) {
      const score = outcome.kind === 'scored' ? outcome.score.hard : Number.NaN;
      // An outage takes its place among the repeats, so that the next visit is a fresh try.
      scores.set(task.id, [...(scores.get(task.id) ?? []), score]);
    }
    return own;
  });
}

function plansOf({ version, scores }: PoolEntry, tasks: readonly SkillTask[], stage: string): RolloutPlan[] {
  const met = new Map<string, number>();
  return tasks.map((task) => {
    const repeat = (scores.get(task.id)?.length ?? 0) + (met.get(task.id) ?? 0);
    met.set(task.id, (met.get(task.id) ?? 0) + 1);
    return { skill: version.skill, task, repeat, stage, mayShowFeedback: true };
  });
}

function entryOf(run: TrainRun, version: SkillVersion): PoolEntry {
  const entry = run.state.pool.get(version.hash) ?? { version, scores: new Map<string, number[]>() };
  run.state.pool.set(version.hash, entry);
  return entry;
}
