import { z } from 'zod';
import { createThreads } from '#world/dispatch';
import { createShardPool, type ShardMessage, type ShardReply, shardWorkerUrl } from '#learners/model/lm';
import { saveCheckpoint } from '#learners/model/lm/files';
import { modelCard, trainLm } from '#learners/model/lm-practice';
import { defineCommand, ExitCode } from '../command.ts';
import { chooseLessons } from '../lm/choose-lessons.ts';
import { asUsage, drawFlags } from './tasks-usage.ts';

const { split: _split, index: _index, ...which } = drawFlags;

export const lmTrain = defineCommand({
  name: 'lm train',
  args: [
    {
      name: 'lessons',
      says: 'a template or a composition, such as ARITH_EXPR; or a text file of your own, such as notes.txt',
      required: true,
    },
  ],
  flags: z.object({
    ...which,
    out: z.string().default('model.safetensors').describe('the checkpoint; its model card is written beside it'),
    tasks: z.coerce.number().int().min(1).default(2000).describe('tasks of the training split to learn from'),
    steps: z.coerce.number().int().min(1).default(400).describe('steps of AdamW'),
    batch: z.coerce.number().int().min(1).default(16).describe('examples per step'),
    rate: z.coerce.number().gt(0).default(2e-3).describe('learning rate at its highest'),
    layers: z.coerce.number().int().min(1).default(2).describe('layers'),
    width: z.coerce.number().int().min(8).default(64).describe('width, a multiple of 8 times the heads'),
    heads: z.coerce.number().int().min(1).default(4).describe('heads of attention'),
    context: z.coerce.number().int().min(8).default(256).describe('most tokens of an example'),
    merges: z.coerce.number().int().min(0).max(4096).default(128).describe('byte pairs that become tokens'),
    lmSeed: z.coerce.number().int().min(0).default(1).describe('seed of weights and batches'),
    threads: z.coerce.number().int().min(1).max(64).default(2).describe('threads; the weights come out the same'),
  }),
  short: { level: 'l', seed: 's', out: 'o' },
  examples: [
    'pawl lm train PARITY --out parity.safetensors',
    'pawl lm train letters.txt --merges 512 --out letters.safetensors',
    'pawl lm train ARITH_EXPR --level 1 --steps 1000 --width 128 -o arith.safetensors --json',
  ],

  run: ([name = ''], flags, shell) =>
    asUsage(async () => {
      const { lessons, trainedOn, test } = await chooseLessons(name, flags, shell);
      const { steps, rate, layers, width, heads, context, merges } = flags;
      const settings = {
        seed: flags.lmSeed,
        steps,
        batchSize: flags.batch,
        rate,
        layers,
        width,
        heads,
        context,
        merges,
      };
      const threads =
        flags.threads > 1 ? createThreads<ShardMessage, ShardReply>(shardWorkerUrl, flags.threads - 1) : undefined;
      const display = shell.progress('lm train');
      const began = performance.now();
      try {
        const pool = threads === undefined ? {} : { pool: createShardPool(threads) };
        const trained = await trainLm(lessons, settings, { ...pool, progress: display.update });
        const { model, tokenizer, losses, tooLong, tokens } = trained;
        shell.writeFile(flags.out, saveCheckpoint(model, { tokenizer, notes: { trainedOn, steps: String(steps) } }));
        const card = `${flags.out.replace(/\.safetensors$/u, '')}.md`;
        shell.writeFile(card, modelCard(trained, { file: flags.out, trainedOn, settings }));
        const seconds = (performance.now() - began) / 1000;
        const result = {
          file: flags.out,
          card,
          weights: model.size,
          examples: trained.examples,
          tooLong,
          tokens,
          seconds,
          losses,
        };
        if (shell.json) shell.print(JSON.stringify(result));
        else {
          shell.print(
            `${flags.out}: ${model.size} weights, ${trained.examples} examples, loss ${losses[0]!.loss.toFixed(3)} → ${losses.at(-1)!.loss.toFixed(3)}`,
          );
          if (tooLong > 0) shell.print(`  ${tooLong} examples did not fit a context of ${context} and were left out`);
          shell.print(`Test it:   npx pawl lm eval ${flags.out} ${test}`);
        }
        return ExitCode.ok;
      } finally {
        display.end();
        await threads?.end();
      }
    }),
});
