import { type Meaning, update, type UpdateItem } from '#skill';
import type { SkillTask } from '#contracts';
import { mean } from '#statistics';
import { ceilingOf } from '../../rollout/try-round.ts';
import { keepVersion } from '../skill-version.ts';
import type { TrainRun } from '../train-run.ts';
import type { BackedItem } from './choose-agreed.ts';
import { meanHard, type Practice, practiseAll } from './practise.ts';
import type { Rolled } from './roll-out.ts';
import { asJson, type Step } from './step.ts';

/** Ideas that race at once, and tasks that each of them is measured on. */
const RUNNERS = 4;
const TASKS = 3;
/** An idea stays if it lifts the mean score of its tasks by this much. */
const LIFT = 0.34;
/** Below this chance an idea was found wanting before. */
const HOPELESS = 0.34;

/**
 * The way in for ideas that too few analysts had: each is applied alone and works on the failed tasks that it speaks of; what lifts them
 * stays. What the rollouts say is kept with the idea.
 */
export async function raceIdeas(
  run: TrainRun,
  step: Step,
  open: readonly BackedItem[],
  rolled: Rolled,
): Promise<readonly UpdateItem[]> {
  const runners: { backed: BackedItem; practice: Practice; before: number }[] = [];
  for (const backed of open.filter(({ chance }) => chance >= HOPELESS)) {
    const tasks = failedTasks(backed.meaning, rolled);
    const version = tasks.length === 0 ? undefined : await withItem(run, step, backed.item);
    if (version === undefined) continue;
    runners.push({ backed, practice: { version, tasks }, before: scoreBefore(run, step, tasks) });
    if (runners.length === RUNNERS) break;
  }
  const needed = runners.reduce((sum, { practice }) => sum + practice.tasks.length, 0);
  if (needed === 0 || run.budget.room(ceilingOf(run.world)) < needed) return [];
  run.enter('credit');
  const made = await practiseAll(
    run,
    runners.map(({ practice }) => practice),
    'credit',
  );
  const found = runners.map(({ backed, before }, i) => ({ backed, lift: meanHard(made[i]!) - before, made: made[i]! }));
  for (const { backed, lift, made: rollouts } of found) {
    const isGood = lift >= LIFT;
    run.book.ideaMeasured(backed.item, { good: isGood ? rollouts.length : 0, bad: isGood ? 0 : rollouts.length });
  }
  const kept = found.filter(({ lift }) => lift >= LIFT).map(({ backed }) => backed.item);
  run.emit(
    'ideas-raced',
    asJson({
      step: step.plan.step,
      lifts: found.map(({ backed, lift }) => ({ item: backed.item.origin.id, lift })),
      kept: kept.map(({ origin }) => origin.id),
    }),
  );
  return kept;
}

/** Failed tasks of the step that share a telling word with the idea, those that share most first. */
function failedTasks({ condition }: Meaning, { rollouts }: Rolled): readonly SkillTask[] {
  const failed = rollouts.filter(({ outcome }) => outcome.score.hard < 1).map(({ task }) => task);
  const shares = (task: SkillTask): number => {
    const text = task.text.toLowerCase();
    return [...condition].reduce((sum, [word, weight]) => sum + (text.includes(word) ? weight : 0), 0);
  };
  return [...new Set(failed)]
    .map((task) => ({ task, share: shares(task) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || a.task.text.length - b.task.text.length)
    .slice(0, TASKS)
    .map(({ task }) => task);
}

/** What the parent scored on these tasks whenever it met them. */
function scoreBefore({ state }: TrainRun, { parent }: Step, tasks: readonly SkillTask[]): number {
  const scores = state.pool.get(parent.hash)?.scores;
  const known = tasks.flatMap(({ id }) => scores?.get(id) ?? []).filter((score) => !Number.isNaN(score));
  return known.length === 0 ? 0 : mean(known);
}

async function withItem(run: TrainRun, { parent, plan }: Step, item: UpdateItem): Promise<Practice['version'] | undefined> {
  const proposal = { reasoning: '', items: [item] };
  const input = { skill: parent.skill, proposal, mode: 'patch', history: '', guarded: run.guarded, mayRepair: false } as const;
  const made = await update(input, run.optimizer);
  return made.action === 'candidate'
    ? keepVersion(made.skill, `step_${plan.step}_with_${item.origin.id}`, run.journal)
    : undefined;
}
