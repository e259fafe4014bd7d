import { z } from 'zod';
import { loadSelfPlayBench, recorded } from '#bench';
import { defineCommand, ExitCode } from '../command.ts';
import { printResult, reportText } from './bench-suite.ts';
import { keptIn } from './bench-train.ts';

export const benchSelfPlayCommand = defineCommand({
  name: 'bench selfplay',
  summary: 'Steer self-play in five ways at equal judge calls, in worlds whose truth only the experiment knows.',
  flags: z.object({
    quick: z.boolean().default(false).describe('2 seeds and small sizes instead of 10, for a first impression'),
    seed: z.coerce.number().int().min(1).default(1).describe('which block of unseen seeds to use'),
    keep: z
      .string()
      .optional()
      .describe('folder of runs already played; a benchmark that was stopped goes on from there'),
    keptOnly: z.boolean().default(false).describe('play nothing: put together what --keep holds'),
    report: z.string().optional().describe('write the result as Markdown to this file'),
    out: z.string().optional().describe('write the result as JSON to this file'),
  }),
  examples: ['pawl bench selfplay --quick', 'pawl bench selfplay --quick --json', 'pawl bench selfplay --keep runs'],

  async run(_args, flags, shell) {
    const { benchSelfPlay } = await loadSelfPlayBench();
    const played = await benchSelfPlay({
      quick: flags.quick,
      seed: flags.seed,
      environment: shell.env,
      note: (line) => shell.note(line),
      ...(flags.keep === undefined ? {} : { keep: keptIn(flags.keep, shell, flags.keptOnly) }),
    });
    const result = recorded('selfplay', played);
    if (flags.out !== undefined) shell.writeFile(flags.out, `${JSON.stringify(result, null, 2)}\n`);
    if (flags.report !== undefined) shell.writeFile(flags.report, reportText(flags.report, [result]));
    if (shell.json) shell.print(JSON.stringify(result));
    else printResult(result, shell);
    return ExitCode.ok;
  },
});
