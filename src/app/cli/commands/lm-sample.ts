import { z } from 'zod';
import { writeTexts } from '#learners/model/lm-practice';
import { defineCommand, ExitCode } from '../command.ts';
import { loadWriter } from '../selfplay/load-writer.ts';

export const lmSample = defineCommand({
  name: 'lm sample',
  args: [
    { name: 'checkpoint', says: 'a safetensors file of `pawl lm train` or `pawl selfplay --out`', required: true },
    { name: 'prompt', says: 'the text to go on with', required: true },
  ],
  flags: z.object({
    count: z.coerce.number().int().min(1).default(1).describe('how many texts'),
    temperature: z.coerce.number().min(0).default(0.8).describe('0 takes the likeliest'),
    maxTokens: z.coerce.number().int().min(1).default(32).describe('most tokens of a text'),
    seed: z.coerce.number().int().min(0).default(1).describe('seed of the draws'),
  }),
  short: { count: 'n' },
  examples: [
    "pawl lm sample parity.safetensors '0110\\n> ' -n 3",
    "pawl lm sample solver.safetensors 'add 2 3=' --temperature 0 --json",
  ],

  async run([file = '', prompt = ''], { count, temperature, maxTokens, seed }, shell) {
    const writer = await loadWriter(file, shell);
    const text = prompt.replaceAll('\\n', '\n');
    const options = { temperature, maxTokens: Math.min(maxTokens, writer.model.shape.context - 1), seed };
    const texts = writeTexts(
      writer,
      Array.from({ length: count }, () => text),
      options,
    );
    if (shell.json) shell.print(JSON.stringify({ prompt: text, texts }));
    else for (const each of texts) shell.print(each);
    return ExitCode.ok;
  },
});
