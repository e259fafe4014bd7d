import type { SkillTask } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { differenceInterval } from '#foundation/statistics';
import { documentsOf, type RuleProvenance } from '#learners/skill/document';
import { ceilingOf, type Rollout } from '#ratchet/rollout';
import { mostRelevant } from './relevant-tasks.ts';
import { practiseAll } from '../propose/practise.ts';
import { observeEffects } from '../state/observe-effects.ts';
import { keepVersion, type SkillVersion } from '../skill-version.ts';
import type { TrainRun } from '../train-run.ts';

/** A rule that is left out, on the tasks that tell most about it. */
interface Probe {
  readonly rule: RuleProvenance;
  readonly without: SkillVersion;
  readonly tasks: readonly SkillTask[];
}

/**
 * What each rule of the best skill is worth, by leaving it out, on training tasks behind it:
 *
 *     effect = mean score of the skill − mean score of the skill without the rule
 *
 * All of them in one block, and the skill itself only once per task. Where the budget has no room for it, the effect is what
 * training rollouts happened to show (`observeEffects`).
 */
export async function measureRules(run: TrainRun): Promise<readonly RuleProvenance[]> {
  run.enter('credit');
  const observed = observeEffects(run.state);
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
    if (error instanceof Fault && error.code === 'loops/budget-spent') return [];
    throw error;
  });
  if (kept === undefined) return observed;
  const measured = new Map(probes.map(({ rule, tasks }, i) => [rule, effectOf(rule, tasks, kept, left[i]!)]));
  return observed.map((rule) => measured.get(rule) ?? rule);
}

/** Rules that are in the best skill as they were written, in order, while there is room for both sides of the comparison. */
function probesOf(run: TrainRun, rules: readonly RuleProvenance[]): readonly Probe[] {
  const { state, settings } = run;
  if (state.best.hash !== state.current.hash) return [];
  const room = run.budget.room(ceilingOf(run.world));
  const union = new Set<SkillTask>();
  const probes: Probe[] = [];
  let needed = 0;
  for (const rule of rules) {
    const causes = new Set(rule.origins.flatMap((origin) => origin.causes));
    const behind = run.train.filter(({ id }) => causes.has(id));
    const tasks = mostRelevant(rule.text, behind).slice(0, settings.search.creditTasks);
    const cost = tasks.length + tasks.filter((task) => !union.has(task)).length;
    const place = documentsOf(state.best.skill).find((path) => state.best.skill[path]?.includes(rule.text));
    if (tasks.length === 0 || place === undefined || needed + cost > room) continue;
    needed += cost;
    for (const task of tasks) union.add(task);
    const skill = { ...state.best.skill, [place]: state.best.skill[place]!.replace(rule.text, '') };
    probes.push({ rule, tasks, without: keepVersion(skill, `without_${rule.ruleId}`, run.journal) });
  }
  return probes;
}

/** A rule without a scored rollout on either side is not measured. */
function effectOf(
  rule: RuleProvenance,
  tasks: readonly SkillTask[],
  kept: readonly Rollout[],
  left: readonly Rollout[],
): RuleProvenance {
  const withRule = scoresOf(kept.filter(({ task }) => tasks.includes(task)));
  const without = scoresOf(left);
  if (withRule.length === 0 || without.length === 0) return rule;
  const { difference, low, high } = differenceInterval(withRule, without, 0.95);
  return { ...rule, effect: difference, measured: { by: 'leave-one-out', tasks: without.length, low, high } };
}

function scoresOf(rollouts: readonly Rollout[]): readonly number[] {
  return rollouts.flatMap(({ outcome }) => (outcome.kind === 'scored' ? [outcome.score.hard] : []));
}
