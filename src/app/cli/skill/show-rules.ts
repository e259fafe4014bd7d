import { RuleProvenance } from '#learners/skill/document';
import { ExitCode, type Shell } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';
import { describeEffect } from './describe-effect.ts';

/** Shows why each rule of a trained skill is there: step, the tasks whose failures caused it, and what was measured of it. */
export async function showRules(asked: string, shell: Shell): Promise<number> {
  const { run, rules } = await withRuns(shell, (store) => {
    const found = findRun(store, asked, 'train');
    const events = store.eventsOf(found.id, { types: ['rule-explained'] });
    return { run: found.id, rules: Array.from(events, ({ data }) => RuleProvenance.parse(data)) };
  });
  if (shell.json) shell.print(JSON.stringify({ run, rules }));
  else if (rules.length === 0) shell.print(`${run} added no rule that is still in the skill`);
  for (const { text, step, origins, ...rule } of shell.json ? [] : rules) {
    const causes = [...new Set(origins.flatMap((origin) => origin.causes))];
    shell.print(text.trim());
    shell.print(
      `  step ${step}, effect ${describeEffect(rule)}, from ${causes.length} tasks: ${causes.slice(0, 8).join(', ')}${causes.length > 8 ? ', …' : ''}`,
    );
  }
  return ExitCode.ok;
}
