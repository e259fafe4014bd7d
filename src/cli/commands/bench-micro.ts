import { z } from 'zod';
import { figure, microResult, profiles, runMicro, skipSlowPeers, suiteReport, tableLines } from '#bench';
import { defineCommand, ExitCode } from '../command.ts';

export const benchMicroCommand = defineCommand({
  name: 'bench micro',
  summary: 'Measure operations, experts, machine steps, ROUTE and proofs, beside native peers.',
  flags: z.object({
    quick: z.boolean().default(false).describe('smaller loops and sizes: under a minute on an idle machine'),
    skipSlowPeers: z.boolean().default(false).describe('leave peers out where they build for minutes'),
    out: z.string().optional().describe('write the result as JSON to this file'),
    report: z.string().optional().describe('write the result as Markdown to this file'),
  }),
  examples: [
    'pawl bench micro --quick',
    'pawl bench micro --json --out bench/results/micro.json --report bench/results/micro.md',
  ],

  async run(_args, { quick, skipSlowPeers: isSkipping, out, report }, shell) {
    const world = { environment: shell.env, note: (line: string) => shell.note(line) };
    const profile = quick ? profiles.quick : profiles.full;
    const found = await runMicro(isSkipping ? skipSlowPeers(profile) : profile, world);
    const result = microResult(found);
    if (out !== undefined) shell.writeFile(out, `${JSON.stringify(found, null, 2)}\n`);
    if (report !== undefined) shell.writeFile(report, `${suiteReport(result).join('\n')}\n`);
    if (shell.json) {
      shell.print(JSON.stringify(found));
      return ExitCode.ok;
    }
    for (const note of result.notes) shell.print(`- ${note}`);
    for (const table of result.tables) {
      shell.print('');
      shell.print(table.title);
      for (const line of tableLines(table)) shell.print(line);
    }
    shell.print('');
    for (const { name, value, goal, status } of result.targets) {
      shell.print(`${status.padEnd(12)} ${name}: ${figure(value)} (goal ${goal})`);
    }
    return ExitCode.ok;
  },
});
