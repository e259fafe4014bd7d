import { parseSkill, type RuleProvenance, traceRules } from '#skill';
import type { SkillVersion } from './skill-version.ts';
import type { Candidate, Step } from './step.ts';
import type { TrainRun } from './train-run.ts';

/** Writes down why each new rule of an accepted candidate is there: the items, and with them the failures, behind it. */
export function rememberRules(run: TrainRun, step: Step, parent: SkillVersion, { version, items }: Candidate): void {
  const change = {
    before: parent.skill,
    after: version.skill,
    items,
    step: step.plan.step,
    effects: run.state.effects,
  };
  run.state.rules = traceRules(run.state.rules, change);
}

/**
 * Adds to each rule what was seen of it: on the training tasks that caused it, the mean score of the skills that hold it minus that of
 * the skills before it. Other changes of the same bundle are in that figure too; an effect measured item by item stays.
 */
export function observeEffects(run: TrainRun): readonly RuleProvenance[] {
  const holders = new Map<string, boolean>();
  return run.state.rules.map((rule) => {
    if (rule.effect !== undefined) return rule;
    const causes = new Set(rule.origins.flatMap((origin) => origin.causes));
    const sums = { with: 0, withN: 0, without: 0, withoutN: 0 };
    const tasks = new Set<string>();
    for (const { version, scores } of run.state.pool.values()) {
      const key = `${version.hash}/${rule.ruleId}`;
      const holds = holders.get(key) ?? parseSkill(version.skill).rules.some(({ id }) => id === rule.ruleId);
      holders.set(key, holds);
      for (const [task, values] of scores) {
        if (!causes.has(task)) continue;
        for (const value of values.filter((v) => !Number.isNaN(v))) {
          tasks.add(task);
          sums[holds ? 'with' : 'without'] += value;
          sums[holds ? 'withN' : 'withoutN'] += 1;
        }
      }
    }
    if (sums.withN === 0 || sums.withoutN === 0) return rule;
    const effect = sums.with / sums.withN - sums.without / sums.withoutN;
    return { ...rule, effect, measured: { by: 'bundle', tasks: tasks.size } };
  });
}
