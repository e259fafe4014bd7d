import { z } from 'zod';
import { microResult, profiles, runMicro, skipSlowPeers, withSeed } from '#bench';
import { defineCommand, ExitCode } from '../command.ts';
import { printResult, reportText } from './bench-suite.ts';

export const benchMicroCommand = defineCommand({
  name: 'bench micro',
  summary: 'Measure operations, experts, machine steps, ROUTE and proofs, beside native peers.',
  flags: z.object({
    quick: z.boolean().default(false).describe('smaller loops and sizes: under a minute on an idle machine'),
    seed: z.coerce.number().int().min(0).default(1).describe('seed of the codes, queries and formulas'),
    skipSlowPeers: z.boolean().default(false).describe('leave peers out where they build for minutes'),
    out: z.string().optional().describe('write the result as JSON to this file'),
    report: z
      .string()
      .optional()
      .describe('write a report to this file: a page with plots if it ends in .html, else Markdown'),
  }),
  examples: [
    'pawl bench micro --quick',
    'pawl bench micro --json --out bench/results/micro.json --report bench/results/micro.md',
  ],

  async run(_args, { quick, seed, skipSlowPeers: isSkipping, out, report }, shell) {
    const world = { environment: shell.env, note: (line: string) => shell.note(line) };
    const profile = withSeed(quick ? profiles.quick : profiles.full, seed);
    const found = await runMicro(isSkipping ? skipSlowPeers(profile) : profile, world);
    const result = microResult(found);
    if (out !== undefined) shell.writeFile(out, `${JSON.stringify(found, null, 2)}\n`);
    if (report !== undefined) shell.writeFile(report, reportText(report, [result]));
    if (shell.json) {
      shell.print(JSON.stringify(found));
      return ExitCode.ok;
    }
    printResult(result, shell);
    return ExitCode.ok;
  },
});
