import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { playLm } from '#learners/model/lm-practice';
import { mean, wilsonInterval } from '#foundation/statistics';
import { defineCommand, ExitCode } from '../command.ts';
import { evalText } from '../lm/eval-text.ts';
import { isTextFile } from '../lm/text-file.ts';
import { loadWriter } from '../selfplay/load-writer.ts';
import { asUsage, drawFlags, wantedTasks } from './tasks-usage.ts';

export const lmEval = defineCommand({
  name: 'lm eval',
  args: [
    { name: 'checkpoint', says: 'a safetensors file of `pawl lm train`', required: true },
    {
      name: 'test',
      says: 'a template or a composition; or a text file of your own, such as notes.txt',
      required: true,
    },
  ],
  flags: z.object({
    ...drawFlags,
    split: z.enum(['train', 'validation', 'test']).default('test').describe('which tasks; test was never trained on'),
    count: z.coerce.number().int().min(1).default(200).describe('how many tasks'),
    after: z
      .string()
      .optional()
      .describe('with a text file: a text that the counters read first, such as what was trained on'),
  }),
  short: { count: 'n', level: 'l', seed: 's' },
  examples: [
    'pawl lm eval parity.safetensors PARITY',
    'pawl lm eval arith.safetensors ARITH_EXPR -n 500 --json',
    'pawl lm eval letters.safetensors new.txt --after letters.txt',
  ],

  run: ([file = '', ...args], flags, shell) =>
    asUsage(async () => {
      const writer = await loadWriter(file, shell);
      const [test = ''] = args;
      if (isTextFile(test)) {
        await evalText(writer, { file: test, after: flags.after }, shell);
        return ExitCode.ok;
      }
      if (flags.after !== undefined) throw new Fault('cli/usage', '--after is for a text file, not for a template');
      const { template, setting, draw } = wantedTasks(args, flags);
      const draws = Array.from({ length: flags.count }, (_, i) => draw(i));
      const played = playLm(writer, template, setting, draws);
      const right = played.filter(({ score }) => score.ok).length;
      const interval = wilsonInterval(right, played.length, 0.95);
      const normalised = played.flatMap(({ score }) => score.normalised ?? []);
      const result = {
        template: template.name,
        setting: setting.setting,
        tasks: played.length,
        solved: right / played.length,
        low: interval.low,
        high: interval.high,
        normalised: normalised.length === 0 ? null : mean(normalised),
        illegal: played.reduce((sum, { score }) => sum + score.illegal, 0),
      };
      if (shell.json) shell.print(JSON.stringify(result));
      else {
        const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
        shell.print(
          `${template.name}: solved ${percent(result.solved)} [${percent(result.low)}, ${percent(result.high)}] of ${result.tasks} ${flags.split} tasks`,
        );
        if (result.normalised !== null)
          shell.print(
            `  score ${percent(result.normalised)}   (0 % is chance, 100 % the optimum); ${result.illegal} replies could not be read`,
          );
        for (const { first, score } of played.slice(0, 3))
          shell.print(
            `  · ${JSON.stringify(first.text.slice(-60))} → ${JSON.stringify(first.reply)}  ${score.ok ? 'solved' : 'not solved'}`,
          );
      }
      return ExitCode.ok;
    }),
});
