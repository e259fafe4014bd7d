import type { RuleProvenance } from '#skill';
import { ceilingOf } from '../rollout/try-round.ts';
import { scoreOn } from './credit-items.ts';
import { observeEffects } from './rule-provenance.ts';
import { keepVersion } from './skill-version.ts';
import type { TrainRun } from './train-run.ts';

/**
 * What each rule of the best skill is worth, by leaving it out, on training tasks whose failures caused it:
 *
 *     effect = mean score of the skill − mean score of the skill without the rule
 *
 * Where the budget has no room for it, the effect is what training rollouts happened to show (`observeEffects`).
 */
export async function measureRules(run: TrainRun): Promise<readonly RuleProvenance[]> {
  run.enter('credit');
  const { state, settings } = run;
  const each = settings.search.creditTasks;
  const observed = observeEffects(run);
  const rules: RuleProvenance[] = [];
  for (const rule of observed) {
    const causes = new Set(rule.origins.flatMap((origin) => origin.causes));
    const tasks = run.train.filter(({ id }) => causes.has(id)).slice(0, each);
    const document = state.best.skill['SKILL.md'] ?? '';
    const isThere = document.includes(rule.text) && state.best.hash === state.current.hash;
    if (tasks.length === 0 || !isThere || run.budget.room(ceilingOf(run.world)) < 2 * tasks.length) {
      rules.push(rule);
      continue;
    }
    const without = { ...state.best.skill, 'SKILL.md': document.replace(rule.text, '') };
    const version = keepVersion(without, `without_${rule.ruleId}`, run.journal);
    const effect = (await scoreOn(run, state.best, tasks)) - (await scoreOn(run, version, tasks));
    rules.push({ ...rule, effect, measured: { by: 'leave-one-out', tasks: tasks.length } });
  }
  return rules;
}
