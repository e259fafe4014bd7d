import type { SkillTask } from '#foundation/contracts/skills';
import { mean, signTest } from '#foundation/statistics';
import { removableRules, type Rule, withoutRules } from '#learners/skill/document';
import { ceilingOf } from '#ratchet/rollout';
import { losesNothing, record, type TaskRecords } from './screen-removal.ts';
import { objectiveDefaults } from '../settings.ts';
import { skillTokens } from '../skill-tokens.ts';
import { keepVersion, type SkillVersion } from '../skill-version.ts';
import { asJson } from '../propose/step.ts';
import type { Practising, Remembering, Telling, Trying } from '../train-run.ts';
import { pickTasks } from '../pick-tasks.ts';
import { tellTrial, tryVersion } from '../trial/trial.ts';

/** A shorter skill that lost no training task. */
interface Shorter {
  readonly version: SkillVersion;
  readonly dropped: readonly Rule[];
  readonly records: TaskRecords;
}

/**
 * After the last step: drops lines whose removal loses nothing. Training tasks choose the lines; then one trial on the validation
 * tasks must show that the expected score has not fallen by the margin, out of the error budget of the run. Lines that distract are
 * worth more than nothing: where the training score rises by the margin without them, the trial is for a gain, like any other.
 * Returns what came of it, in words.
 */
export async function simplifySkill(run: Telling & Remembering & Practising & Trying): Promise<string> {
  const { state, settings } = run;
  const { margin } = { ...objectiveDefaults, ...settings.objectives };
  run.enter('simplify');
  const best = state.current;
  const whole: TaskRecords = new Map();
  const shorter = await dropLines(run, best, whole);
  const why = shorter === undefined ? 'every line that was left out lost a training task' : whyNot(run, shorter, whole);
  if (shorter === undefined || why !== undefined) {
    run.emit('skill-kept', { why: why ?? '' });
    return `nothing left out: ${why ?? ''}`;
  }
  const { version, dropped } = shorter;
  const isGain = trainingGain(shorter, whole) >= margin;
  const claim = isGain
    ? `without ${dropped.length} lines the expected score on ${run.world.name} is higher`
    : `without ${dropped.length} lines the expected score on ${run.world.name} is lower by less than ${margin}`;
  const tried = await tryVersion(run, version, claim, { prior: LAST, ...(isGain ? {} : { margin }) });
  await tellTrial(run, `${dropped.length} lines left out`, version, tried);
  const maker = { step: state.history.length, epoch: 0, proposer: 'simplify' } as const;
  const what = `${dropped.length} lines left out`;
  run.book.tried({ version, items: [], maker, what }, [], tried);
  if (tried.verdict === 'accept') run.book.simplified(version);
  const tokens = { before: skillTokens(best.skill), after: skillTokens(version.skill) };
  const lines = dropped.map(({ text }) => text);
  run.emit('skill-simplified', asJson({ verdict: tried.verdict, claim, tokens, lines, cost: costOf(shorter, whole) }));
  return tried.verdict === 'accept'
    ? `${what}: ${tokens.before} → ${tokens.after} tokens`
    : `nothing left out: a trial without ${dropped.length} lines ended ${tried.verdict}`;
}

/** The weight of the last trial of a run: nothing after it needs the budget. */
const LAST = 4;

/** Passes over the picked tasks that one group may take: both sides twice, and once more where they differ. */
const SCREEN_PASSES = 5;

/**
 * Leaves lines out group by group: a group that loses nothing goes, one that does is halved, down to single lines. Lines that training
 * has not put there come first, because nobody has measured them.
 *
 * @source Zeller & Hildebrandt 2002, delta debugging, with a noisy test
 */
async function dropLines(
  run: Telling & Remembering & Practising & Trying,
  best: SkillVersion,
  whole: TaskRecords,
): Promise<Shorter | undefined> {
  const { seed, objectives } = run.settings;
  const { screenTasks, screenRollouts } = { ...objectiveDefaults, ...objectives };
  const picked = pickTasks(run.train, screenTasks, `${seed}/simplify`);
  const learned = new Set(run.state.rules.map(({ ruleId }) => ruleId));
  const rules = removableRules(best.skill);
  const groups = [rules.filter(({ id }) => !learned.has(id)), rules.filter(({ id }) => learned.has(id))];
  const { rollouts: begun } = run.rollouts.counts();
  let found: Shorter | undefined;
  // A screening that leaves no room for the trial would be for nothing.
  const hasRoom = (): boolean =>
    run.budget.room(ceilingOf(run.world)) >= 2 * run.validation.size + SCREEN_PASSES * picked.length;
  while (groups.length > 0 && run.rollouts.counts().rollouts - begun < screenRollouts && hasRoom()) {
    const group = groups.shift()!;
    if (group.length === 0) continue;
    const dropped = [...(found?.dropped ?? []), ...group];
    const skill = withoutRules(best.skill, new Set(dropped.map(({ id }) => id)));
    const version = keepVersion(skill, `${best.origin}_without_${dropped.length}_lines`, run.journal);
    const tasks = withCauses(run, picked, group);
    const unknown = tasks.filter(({ id }) => !whole.has(id));
    for (const _time of [1, 2]) await record(run, best, unknown, whole);
    const records = await losesNothing(run, version, whole, tasks);
    if (records !== undefined) found = { version, dropped, records };
    else if (group.length > 1) {
      const half = Math.ceil(group.length / 2);
      groups.unshift(group.slice(0, half), group.slice(half));
    }
  }
  return found;
}

/** The tasks, and those whose failures put these lines there: a line for a rare kind of task would seem useless without them. */
function withCauses(
  run: Remembering & Practising,
  tasks: readonly SkillTask[],
  group: readonly Rule[],
): readonly SkillTask[] {
  const ids = new Set(group.map(({ id }) => id));
  const learned = run.state.rules.filter(({ ruleId }) => ids.has(ruleId));
  const causes = new Set(learned.flatMap(({ origins }) => origins.flatMap((origin) => origin.causes)));
  return [...tasks, ...run.train.filter((task) => causes.has(task.id) && !tasks.includes(task))];
}

/** What speaks against a trial, before it costs anything. */
function whyNot(run: Telling & Trying, shorter: Shorter, whole: TaskRecords): string | undefined {
  const isWanted = run.settings.objectives?.reduce !== 'cost' || costOf(shorter, whole).isLower;
  if (!isWanted) return 'it is shorter, but not cheaper';
  return run.budget.room(ceilingOf(run.world)) < 2 * run.validation.size
    ? 'the budget has no room for its trial'
    : undefined;
}

/** What leaving the lines out did to the training score. First rollouts only: failures were tried again, successes were not. */
function trainingGain({ records }: Shorter, whole: TaskRecords): number {
  const gains = [...records].flatMap(
    ([
      id,
      {
        scores: [first],
      },
    ]) => {
      const before = whole.get(id)?.scores ?? [];
      return first === undefined || before.length === 0 ? [] : [first - mean(before)];
    },
  );
  return gains.length === 0 ? 0 : mean(gains);
}

/** Tokens per training rollout with and without the lines; lower where a sign test over tasks says so at 5 %. */
function costOf({ records }: Shorter, whole: TaskRecords): { before: number; after: number; isLower: boolean } {
  const pairs = [...records].flatMap(([id, { tokens }]) => {
    const before = whole.get(id)?.tokens ?? [];
    return tokens.length === 0 || before.length === 0 ? [] : [{ before: mean(before), after: mean(tokens) }];
  });
  const cheaper = pairs.filter(({ before, after }) => after < before).length;
  const dearer = pairs.filter(({ before, after }) => after > before).length;
  return {
    before: pairs.length === 0 ? 0 : mean(pairs.map(({ before }) => before)),
    after: pairs.length === 0 ? 0 : mean(pairs.map(({ after }) => after)),
    isLower: signTest(cheaper, dearer, 'greater') <= 0.05,
  };
}
