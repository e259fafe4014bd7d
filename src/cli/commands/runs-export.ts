import { z } from 'zod';
import { defineCommand, ExitCode } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';
import { runPage } from '../runs/run-page.ts';
import { reportOf } from '../runs/run-report.ts';

export const runsExport = defineCommand({
  name: 'runs export',
  summary: 'Write a run as JSON lines for programs, or as one HTML page for people.',
  args: [{ name: 'RUN', says: 'id, beginning of an id, or latest', required: true }],
  flags: z.object({
    format: z.enum(['jsonl', 'html']).default('jsonl').describe('form of the export'),
    output: z.string().optional().describe('file to write; standard output without it'),
  }),
  short: { output: 'o' },
  examples: ['pawl runs export latest > run.jsonl', 'pawl runs export latest --format html -o run.html'],

  async run([asked = 'latest'], { format, output }, shell) {
    await withRuns(shell, (store) => {
      const run = findRun(store, asked);
      const lines = format === 'html' ? [runPage(reportOf(store, run)).trimEnd()] : store.exportRun(run.id);
      if (output === undefined) {
        for (const line of lines) shell.print(line);
        return;
      }
      shell.writeFile(output, `${[...lines].join('\n')}\n`);
      if (shell.json) shell.print(JSON.stringify({ run: run.id, format, output }));
      else shell.note(`Wrote ${output}.`);
    });
    return ExitCode.ok;
  },
});
