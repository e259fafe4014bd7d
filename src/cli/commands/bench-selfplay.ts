import { z } from 'zod';
import { loadSelfPlayBench, recorded } from '#bench';
import { defineCommand } from '../command.ts';
import { keptFlags, tellResult } from './bench-suite.ts';
import { keptIn } from './bench-train.ts';

export const benchSelfPlayCommand = defineCommand({
  name: 'bench selfplay',
  summary: 'Steer self-play in five ways at equal judge calls, in worlds whose truth only the experiment knows.',
  flags: z.object({
    quick: z.boolean().default(false).describe('2 seeds and small sizes instead of 10, for a first impression'),
    seed: z.coerce.number().int().min(1).default(1).describe('which block of unseen seeds to use'),
    ...keptFlags,
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
    return tellResult(recorded('selfplay', played), flags, shell);
  },
});
