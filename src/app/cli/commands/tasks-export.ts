import { z } from 'zod';
import { exportFormats, exportLine } from '#tasks/pages';
import { drawAt } from '#tasks/play';
import { defineCommand, ExitCode } from '../command.ts';
import { asUsage, drawFlags, wantedTasks } from './tasks-usage.ts';

export const tasksExport = defineCommand({
  name: 'tasks export',
  args: [{ name: 'template', says: 'a template or a composition', required: true }],
  flags: z.object({
    ...drawFlags,
    format: z.enum(exportFormats).default('jsonl').describe('for which tool: jsonl is Pawl, inspect is Inspect AI'),
    count: z.coerce.number().int().min(1).max(1_000_000).default(100).describe('how many'),
    out: z.string().optional().describe('the file; standard output unless given'),
  }),
  short: { count: 'n', level: 'l', seed: 's', out: 'o' },
  examples: [
    'pawl tasks export ARITH_EXPR --format trl --level 2 -n 1000 --out arith.jsonl',
    'pawl tasks export PARITY --format openai-evals --split test',
    'pawl tasks export GRID_NAV --format verifiers --level 3 -n 500 --out grid.jsonl',
  ],

  run: (args, flags, shell) =>
    asUsage(() => {
      const { template, setting, draw } = wantedTasks(args, flags);
      const lines = Array.from({ length: flags.count }, (_, i) =>
        JSON.stringify(exportLine(drawAt(template, setting, draw(i)), flags.format)),
      );
      if (flags.out === undefined) for (const line of lines) shell.print(line);
      else {
        shell.writeFile(flags.out, `${lines.join('\n')}\n`);
        if (shell.json) shell.print(JSON.stringify({ file: flags.out, tasks: lines.length }));
        else shell.note(`${lines.length} tasks in ${flags.out}`);
      }
      return Promise.resolve(ExitCode.ok);
    }),
});
