import type { SkillTask } from '#foundation/contracts/skills';
import { isBudgetSpent } from '#ratchet/budget';
import { pairedInterval } from '#foundation/statistics';
import { documentsOf, type RuleProvenance } from '#learners/skill/document';
import { ceilingOf, type Rollout } from '#ratchet/rollout';
import { differenceBetween, taskMeans } from './paired-difference.ts';
import { tasksAbout } from './relevant-tasks.ts';
import { practiseAll } from '../propose/practise.ts';
import { observeEffects } from '../state/observe-effects.ts';
import { keepVersion, type SkillVersion } from '../skill-version.ts';
import type { Practising, Remembering, Telling, Trying } from '../train-run.ts';

/** A rule that is left out, on the tasks that tell most about it. */
interface Probe {
  readonly rule: RuleProvenance;
  readonly without: SkillVersion;
  readonly tasks: readonly SkillTask[];
}

/**
 * What each rule of the best skill is worth, by leaving it out, on the training tasks that speak of it, or that it came from where not two do:
 *
 *     effect = mean over tasks of (score of the skill − score of the skill without the rule), with its paired interval
 *
 * A rule is shown where the interval lies above 0, and rode along where it does not although its tasks are enough to tell: the gate saw
 * only the whole. All of them in one block, and the skill itself only once per task. Where the budget has no room for it, the effect is what
 * training rollouts happened to show (`observeEffects`).
 */
export async function measureRules(
  run: Telling & Remembering & Practising & Trying,
): Promise<readonly RuleProvenance[]> {
  run.enter('credit');
  const observed = observeEffects(run.state).map((rule) => ({ ...rule, standing: NOT_MEASURED }) as const);
  const probes = probesOf(run, observed);
  if (probes.length === 0) return observed;
  const union = [...new Set(probes.flatMap(({ tasks }) => tasks))];
  const whole = { version: run.state.best, tasks: union };
  const [kept, ...left] = await practiseAll(
    run,
    [whole, ...probes.map(({ without, tasks }) => ({ version: without, tasks }))],
    'credit',
  ).catch((error: unknown) => {
    // The time of the run may be over: then nothing more is measured.
    if (isBudgetSpent(error)) return [];
    throw error;
  });
  if (kept === undefined) return observed;
  const measured = new Map(probes.map(({ rule, tasks }, i) => [rule, effectOf(rule, tasks, kept, left[i]!)]));
  return observed.map((rule) => measured.get(rule) ?? rule);
}

/** Rules that are in the best skill as they were written, in order, while there is room for both sides of the comparison. */
function probesOf(
  run: Telling & Remembering & Practising & Trying,
  rules: readonly RuleProvenance[],
): readonly Probe[] {
  const { state, settings } = run;
  if (state.best.hash !== state.current.hash || settings.search.creditTasks === 0) return [];
  const room = run.budget.room(ceilingOf(run.world));
  const union = new Set<SkillTask>();
  const probes: Probe[] = [];
  let needed = 0;
  for (const rule of rules) {
    const causes = new Set(rule.origins.flatMap((origin) => origin.causes));
    const about = tasksAbout(rule.text, run.train);
    const behind = about.length > 1 ? about : run.train.filter(({ id }) => causes.has(id));
    const tasks = fitting(behind, union, room - needed);
    const place = documentsOf(state.best.skill).find((path) => state.best.skill[path]?.includes(rule.text));
    if (tasks.length === 0 || place === undefined) continue;
    needed += costOf(tasks, union);
    for (const task of tasks) union.add(task);
    const skill = { ...state.best.skill, [place]: state.best.skill[place]!.replace(rule.text, '') };
    probes.push({ rule, tasks, without: keepVersion(skill, `without_${rule.ruleId}`, run.journal) });
  }
  return probes;
}

/** The first of the tasks that there is room for on both sides; the skill itself has met those of the union. */
function fitting(tasks: readonly SkillTask[], union: ReadonlySet<SkillTask>, room: number): readonly SkillTask[] {
  return tasks.filter((_, i) => costOf(tasks.slice(0, i + 1), union) <= room);
}

function costOf(tasks: readonly SkillTask[], union: ReadonlySet<SkillTask>): number {
  return tasks.length + tasks.filter((task) => !union.has(task)).length;
}

/** A rule without a task that has a score on both sides is not measured. */
function effectOf(
  rule: RuleProvenance,
  tasks: readonly SkillTask[],
  kept: readonly Rollout[],
  left: readonly Rollout[],
): RuleProvenance {
  const hard = { gateMetric: 'hard', mixedWeight: 0 } as const;
  const whole = taskMeans(
    kept.filter(({ task }) => tasks.includes(task)),
    hard,
  );
  const without = taskMeans(left, hard);
  const found = differenceBetween(whole, without);
  if (found === undefined) return rule;
  const count = [...whole.keys()].filter((id) => without.has(id)).length;
  const { mean, low, high } = found;
  const measured = { by: 'leave-one-out', tasks: count, low, high } as const;
  return {
    ...rule,
    effect: mean,
    measured,
    standing: low > 0 ? 'shown' : canShow(count) ? 'rode-along' : NOT_MEASURED,
  };
}

const NOT_MEASURED = 'not-measurable';

/** Whether so many tasks could tell a rule from none: if all of them were lost without it. */
function canShow(tasks: number): boolean {
  return pairedInterval(new Array<number>(tasks).fill(1), 0.95).low > 0;
}
