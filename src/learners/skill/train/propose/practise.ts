import type { SkillTask } from '#foundation/contracts/skills';
import { mean } from '#foundation/statistics';
import type { Rollout, RolloutPlan } from '#ratchet/rollout';
import type { BatchScore, TrainState } from '../state/train-state.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { TrainRun } from '../train-run.ts';

/** What training rollouts need of a run. */
export type Practising = Pick<TrainRun, 'rollouts' | 'state' | 'book'>;

/** The stage in which a skill works on a whole batch. */
const BATCH = 'rollout';

/**
 * Training rollouts of a skill, fresh for every time it meets a task, and remembered in the pool. Only these may show the
 * agent the scorer's feedback between turns.
 */
export async function practise(
  run: Practising,
  version: SkillVersion,
  tasks: readonly SkillTask[],
  stage = BATCH,
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
  run: Practising,
  practices: readonly Practice[],
  stage: string,
): Promise<readonly (readonly Rollout[])[]> {
  // A skill may practise twice in one block: every meeting with a task is a fresh one.
  const met = new Map<string, number>();
  const plans = practices.map((practice) => plansOf(run.state, practice, stage, met));
  const made = await run.rollouts.run(plans.flat());
  let at = 0;
  return practices.map(({ version }, i) => {
    const own = made.slice(at, at + plans[i]!.length);
    at += own.length;
    run.book.practised(version, own, stage === BATCH);
    return own;
  });
}

// oxlint-disable-next-line max-params -- what practises on what, what is known, and what this block has met
function plansOf(
  { pool }: TrainState,
  { version, tasks }: Practice,
  stage: string,
  met: Map<string, number>,
): RolloutPlan[] {
  const scores = pool.get(version.hash)?.scores;
  return tasks.map((task) => {
    const key = `${version.hash} ${task.id}`;
    const repeat = (scores?.get(task.id)?.length ?? 0) + (met.get(key) ?? 0);
    met.set(key, (met.get(key) ?? 0) + 1);
    return { skill: version.skill, task, repeat, stage, mayShowFeedback: true };
  });
}

/** The scores of a skill on whole batches; outages are left out. */
export function trainingScores({ pool }: TrainState, version: SkillVersion): readonly BatchScore[] {
  return (pool.get(version.hash)?.batches ?? []).filter(({ score }) => !Number.isNaN(score));
}

/** The mean of training rollouts on some tasks; 0 where none has a score. */
export function meanHard(rollouts: readonly Rollout[]): number {
  return meanOf(rollouts, 'hard');
}

/** The same with partial credit. */
export function meanSoft(rollouts: readonly Rollout[]): number {
  return meanOf(rollouts, 'soft');
}

function meanOf(rollouts: readonly Rollout[], which: 'hard' | 'soft'): number {
  const scores = rollouts.flatMap(({ outcome }) => (outcome.kind === 'scored' ? [outcome.score[which]] : []));
  return scores.length === 0 ? 0 : mean(scores);
}
