import { z } from 'zod';
import { recorded } from '../provenance/provenance.ts';
import type { SuiteResult } from '../suite.ts';
import type { Dispatcher } from '#foundation/contracts/ports';
import { type Hash, sha256 } from '#foundation/kernel';
import { defineCommand, queueFlags, withQueue } from '#app/cli';
import { keptFlags, tellResult } from './bench-suite.ts';
import { benchResultFiles } from './bench-result-files.ts';

export const benchSelfPlayCommand = defineCommand({
  name: 'bench selfplay',
  flags: z.object({
    quick: z.boolean().default(false).describe('1 seed and small sizes instead of 10, for a first impression'),
    seed: z.coerce.number().int().min(1).default(1).describe('which block of unseen seeds to use'),
    ...keptFlags,
    ...queueFlags,
  }),
  examples: [
    'pawl bench selfplay --quick',
    'pawl bench selfplay --quick --json',
    'pawl bench selfplay --keep runs',
    'pawl bench selfplay --queue redis://10.0.0.5:6379',
  ],

  async run(_args, flags, shell) {
    const { benchSelfPlay } = await import('../selfplay/selfplay-suite.ts');
    const blobs = new Map<Hash, Uint8Array>();
    const keepBlob = (bytes: Uint8Array): Hash => {
      const hash = sha256(bytes);
      blobs.set(hash, bytes);
      return hash;
    };
    const play = (dispatcher?: Dispatcher): Promise<SuiteResult> =>
      benchSelfPlay({
        quick: flags.quick,
        seed: flags.seed,
        environment: shell.env,
        note: (line) => shell.note(line),
        ...(flags.keep === undefined ? {} : { keep: benchResultFiles(flags.keep, shell, flags.keptOnly) }),
        ...(dispatcher === undefined ? {} : { elsewhere: { dispatcher, keepBlob } }),
      });
    const played = await withQueue(flags, shell, play, { getBlob: (hash) => blobs.get(hash) });
    return tellResult(recorded(played), flags, shell);
  },
});
