import { ideaText, update, type UpdateItem } from '#learners/skill/edits';
import { isGrounded, isRival, type Meaning } from '#learners/skill/rule-similarity';
import type { SkillTask } from '#foundation/contracts/skills';
import { ceilingOf, type Rollout } from '#ratchet/rollout';
import { keepVersion } from '../skill-version.ts';
import type { Practising, Proposing, Remembering, Telling, Trying } from '../train-run.ts';
import type { BackedItem } from './choose-agreed.ts';
import { meanHard, meanSoft, type Practice, practiseAll } from './practise.ts';
import type { Rolled } from './roll-out.ts';
import { asJson, type Step } from './step.ts';

/** Ideas that race at once, and tasks that each of them is measured on. */
const RUNNERS = 4;
const TASKS = 4;
interface Runner {
  readonly backed: BackedItem;
  readonly practice: Practice;
}

interface Lifted extends Runner {
  readonly lift: number;
  /** Whether the parent passed all tasks: then nothing can be lifted, and a tie tells nothing. */
  readonly isAtCeiling: boolean;
}

/** An idea stays if it lifts the mean score of its tasks by this much. */
const LIFT = 0.34;
/** Advice that ties to no task would help every one: what is true of it shows clearly, and much of it is only said. */
const GENERAL_LIFT = 0.6;
/** Below this chance an idea was found wanting before. */
const HOPELESS = 0.34;

/**
 * The way in for ideas that too few analysts had: each is applied alone and works on failed tasks that it speaks of, beside the parent
 * on the same tasks; what lifts them stays. What the rollouts say is kept with the idea.
 */
export async function raceIdeas(
  run: Telling & Remembering & Practising & Proposing & Trying,
  step: Step,
  open: readonly BackedItem[],
  rolled: Rolled,
): Promise<readonly UpdateItem[]> {
  const runners: Runner[] = [];
  for (const backed of open.filter(({ chance }) => chance >= HOPELESS)) {
    const tasks = failedTasks(backed.meaning, rolled);
    const version = tasks.length === 0 ? undefined : await withItem(run, step, backed.item);
    if (version === undefined) continue;
    runners.push({ backed, practice: { version, tasks } });
    if (runners.length === RUNNERS) break;
  }
  const first = await heat(run, step, runners);
  // Of many that race some are lucky: those that came through race once more, and both heats count.
  const second = await heat(run, step, first.filter(isLifted));
  const again = new Map(second.map((each) => [each.backed, each]));
  const found = first.map((each) => {
    const later = again.get(each.backed);
    return later === undefined ? each : { ...each, lift: Math.min(each.lift, (each.lift + later.lift) / 2) };
  });
  for (const each of found) {
    const { backed, practice } = each;
    const rollouts = practice.tasks.length;
    if (each.isAtCeiling) continue;
    const text = ideaText(backed.item);
    run.book.ideaMeasured(text, isLifted(each) ? { good: rollouts, bad: 0 } : { good: 0, bad: rollouts });
  }
  const kept = winnersOf(found.filter(isLifted)).map(({ backed }) => backed.item);
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

/**
 * What an idea did to the mean score of its tasks. Where nothing passes on either side, something else fails there too: partial credit then
 * tells whether it helped, and counts as much as it can be worth where a task has two parts.
 */
function liftOf(after: readonly Rollout[], before: readonly Rollout[]): number {
  const lift = meanHard(after) - meanHard(before);
  if (lift !== 0 || meanHard(after) > 0) return lift;
  return Math.min(1, 2 * (meanSoft(after) - meanSoft(before)));
}

/** Of ideas that exclude each other the one that lifted most. */
function winnersOf(lifted: readonly Lifted[]): readonly Lifted[] {
  const winners: Lifted[] = [];
  for (const each of lifted.toSorted((a, b) => b.lift - a.lift)) {
    if (!winners.some(({ backed }) => isRival(backed.meaning, each.backed.meaning))) winners.push(each);
  }
  return winners;
}

function isLifted({ backed, lift }: Lifted): boolean {
  return lift >= (isGrounded(backed.meaning) ? LIFT : GENERAL_LIFT);
}

/** One heat: every runner on its tasks, beside the parent on the same ones; nothing where there is no room. */
async function heat(
  run: Telling & Remembering & Trying,
  { parent }: Step,
  runners: readonly Runner[],
): Promise<readonly Lifted[]> {
  const practices = runners.flatMap(({ practice }) => [practice, { version: parent, tasks: practice.tasks }]);
  const needed = practices.reduce((sum, { tasks }) => sum + tasks.length, 0);
  if (needed === 0 || run.budget.room(ceilingOf(run.world)) < needed) return [];
  run.enter('credit');
  const made = await practiseAll(run, practices, 'credit');
  return runners.map((runner, i) => {
    const [after, before] = [made[2 * i]!, made[2 * i + 1]!];
    const isAtCeiling = meanHard(after) === 1 && meanHard(before) === 1;
    return { ...runner, lift: liftOf(after, before), isAtCeiling };
  });
}

/** Failed tasks of the step, of the types that the idea names, that share a telling word with it, those that share most first; any of them for general advice. */
function failedTasks({ condition, limits }: Meaning, { rollouts }: Rolled): readonly SkillTask[] {
  const failed = rollouts.filter(({ outcome }) => outcome.score.hard < 1).map(({ task }) => task);
  const shares = (task: SkillTask): number => {
    const text = task.text.toLowerCase();
    return [...condition].reduce((sum, [word, weight]) => sum + (text.includes(word) ? weight : 0), 0);
  };
  const isOfTypes = ({ text }: SkillTask): boolean => limits.every((limit) => text.toLowerCase().includes(limit));
  const chosen = [...new Set(failed)]
    .map((task) => ({ task, share: shares(task) }))
    .filter(({ task, share }) => (share > 0 || condition.size === 0) && isOfTypes(task))
    .sort((a, b) => b.share - a.share || a.task.text.length - b.task.text.length)
    .slice(0, TASKS)
    .map(({ task }) => task);
  // Few tasks are met several times: one rollout of one task tells nothing.
  return chosen.length === 0 ? [] : Array.from({ length: TASKS }, (_, i) => chosen[i % chosen.length]!);
}

async function withItem(
  run: Telling & Proposing,
  { parent, plan }: Step,
  item: UpdateItem,
): Promise<Practice['version'] | undefined> {
  const proposal = { reasoning: '', items: [item] };
  const input = {
    skill: parent.skill,
    proposal,
    mode: 'patch',
    history: '',
    guarded: run.guarded,
    mayRepair: false,
  } as const;
  const made = await update(input, run.optimizer);
  return made.action === 'candidate'
    ? keepVersion(made.skill, `step_${plan.step}_with_${item.origin.id}`, run.journal)
    : undefined;
}
