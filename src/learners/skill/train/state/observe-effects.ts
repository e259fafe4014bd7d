import { type RuleProvenance, rulesOfSkill } from '#learners/skill/document';
import type { TrainState } from './train-state.ts';

/**
 * Adds to each rule what was seen of it: on the training tasks that caused it, the mean score of the skills that hold it minus that of
 * the skills before it. Other changes of the same bundle are in that figure too; an effect measured item by item stays.
 */
export function observeEffects({ rules, pool }: TrainState): readonly RuleProvenance[] {
  const holders = new Map<string, boolean>();
  return rules.map((rule) => {
    if (rule.effect !== undefined) return rule;
    const causes = new Set(rule.origins.flatMap((origin) => origin.causes));
    const sums = { with: 0, withN: 0, without: 0, withoutN: 0 };
    const tasks = new Set<string>();
    for (const { version, scores } of pool.values()) {
      const key = `${version.hash}/${rule.ruleId}`;
      const holds = holders.get(key) ?? rulesOfSkill(version.skill).some(({ id }) => id === rule.ruleId);
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
