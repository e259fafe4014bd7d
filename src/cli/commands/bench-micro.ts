import { z } from 'zod';
import { profiles, microReport, runMicro } from '#bench';
import { defineCommand, ExitCode } from '../command.ts';

export const benchMicroCommand = defineCommand({
  name: 'bench micro',
  summary: 'measure experts and machine steps, beside native code where a C compiler is present',
  flags: z.object({
    quick: z.boolean().default(false).describe('a twentieth of the work, for a first impression'),
    out: z.string().optional().describe('write the result as JSON to this file'),
  }),
  examples: ['pawl bench micro --quick', 'pawl bench micro --json --out bench/results/micro.json'],

  async run(_args, { quick, out }, shell) {
    const report = await runMicro(quick ? profiles.quick : profiles.full, (line) => shell.note(line));
    if (out !== undefined) shell.writeFile(out, `${JSON.stringify(report, null, 2)}\n`);
    if (shell.json) shell.print(JSON.stringify(report));
    else for (const line of microReport(report)) shell.print(line);
    return ExitCode.ok;
  },
});
