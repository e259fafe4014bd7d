import { z } from 'zod';
import { defineCommand, ExitCode } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';
import { reportOf } from '../runs/run-report.ts';
import { showRules } from '../skill/show-rules.ts';
import { runText } from '../runs/run-text.ts';

export const runsShow = defineCommand({
  name: 'runs show',
  args: [{ name: 'RUN', says: 'id, beginning of an id, or latest', required: true }],
  flags: z.object({
    rules: z
      .boolean()
      .default(false)
      .describe('of a run of train: why each rule of the skill is there, and its measured effect'),
  }),
  examples: ['pawl runs show latest', 'pawl runs show latest --rules', 'pawl runs show evolve-3f2a --json'],

  async run([asked = 'latest'], { rules }, shell) {
    if (rules) return showRules(asked, shell);
    const report = await withRuns(shell, (store) => reportOf(store, findRun(store, asked)));
    if (shell.json) {
      const { run, sentence, settings, events, curve, certificates } = report;
      shell.print(JSON.stringify({ run, sentence, settings, events: Object.fromEntries(events), curve, certificates }));
    } else for (const line of runText(report)) shell.print(line);
    return ExitCode.ok;
  },
});
