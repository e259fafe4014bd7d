import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { ideal, taskLine } from '#tasks/pages';
import { drawAt } from '#tasks/play';
import { defineCommand, ExitCode } from '../command.ts';
import { asUsage, drawFlags, lawfulTemplates, ownFlag, wantedTasks } from './tasks-usage.ts';

export const tasksSample = defineCommand({
  name: 'tasks sample',
  args: [{ name: 'template', says: 'a template or a composition such as SEQ(PARITY,GRID_NAV)' }],
  flags: z.object({
    ...drawFlags,
    ...ownFlag,
    jsonl: z
      .boolean()
      .default(false)
      .describe('print one JSON object a line; a file or a program that reads the output gets that without asking'),
    count: z.coerce.number().int().min(1).max(1_000_000).default(1).describe('how many'),
  }),
  short: { count: 'n', level: 'l', seed: 's' },
  examples: [
    'pawl tasks sample PARITY --level 3 --seed 7 -n 5 --jsonl',
    'pawl tasks sample PARITY --level 3 -n 1000 > tasks.jsonl',
    'pawl tasks sample GRID_NAV --level 3 --set size=7,obstacles=0.3',
    "pawl tasks sample 'SEQ(PARITY,GRID_NAV)' --split test",
    'pawl tasks sample --tasks ./my-template.ts --level 2 -n 3',
  ],

  run: (args, flags, shell) =>
    asUsage(async () => {
      const own = await lawfulTemplates(flags.tasks, shell);
      const isJsonl = shell.json || flags.jsonl || shell.isPiped === true;
      const { template, setting, draw } = wantedTasks(args, flags, own);
      for (let i = 0; i < flags.count; i += 1) {
        // A stream tells of a reader that left, and of one that is slow, only between turns.
        if (i % 64 === 63) await setImmediate();
        const drawn = drawAt(template, setting, draw(i));
        const line = taskLine(drawn);
        if (isJsonl) shell.print(JSON.stringify(line));
        else {
          shell.print(`# ${line.seedPath}`);
          shell.print(line.text);
          if (line.answer !== undefined) shell.print(`answer: ${line.answer}`);
          else shell.print(`the oracle plays: ${ideal(drawn).replaceAll('\n', ' | ')}`);
          shell.print(
            `best return: ${line.optimal} (${line.optimalKind}); chance earns ${Number(template.randomReturn(drawn.instance).toFixed(3))}`,
          );
          shell.print('');
        }
      }
      return ExitCode.ok;
    }),
});
