import { z } from 'zod';
import { loadReferee } from '../train/load-referee.ts';
import { recorded } from '../provenance/provenance.ts';
import type { SuiteResult } from '../suite.ts';
import type { Dispatcher } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { defineCommand, ExitCode, queueFlags, withQueue } from '#app/cli';
import { benchResultFiles } from './bench-result-files.ts';
import { keptFlags, tellResult } from './bench-suite.ts';

export const benchTrainCommand = defineCommand({
  name: 'bench train',
  flags: z.object({
    quick: z.boolean().default(false).describe('3 seeds instead of 20, for a first impression'),
    seeds: z.coerce.number().int().min(2).optional().describe('draws of every world; 20 unless told, 3 with --quick'),
    seed: z.coerce.number().int().min(1).default(1).describe('which block of unseen seeds to use'),
    gate: z.boolean().default(false).describe('play the gate of a run of 100 tasks instead: how often it finds a gain'),
    throughput: z.boolean().default(false).describe('measure the speed of the loop instead'),
    competitor: z
      .string()
      .optional()
      .describe(
        'command line of another competitor, or name=command, one to a line where there are several; {url} is the address of the referee',
      ),
    compete: z.string().optional().describe('be a competitor of this name (used by the referee itself)'),
    url: z.string().optional().describe('address of the referee, with --compete'),
    ...keptFlags,
    ...queueFlags,
  }),
  examples: [
    'pawl bench train --quick',
    "pawl bench train --competitor 'python3 my_optimiser.py {url}' --json",
    'pawl bench train --gate',
    'pawl bench train --throughput',
    'pawl bench train --queue redis://10.0.0.5:6379',
  ],

  async run(_args, flags, shell) {
    const { benchGate, benchThroughput, benchTrain, compete, ownCompetitors } = await loadReferee();
    if (flags.compete !== undefined) {
      const competitor = ownCompetitors[flags.compete];
      if (competitor === undefined || flags.url === undefined) {
        throw new Fault(
          'cli/usage',
          `--compete takes one of ${Object.keys(ownCompetitors).join(', ')}, and needs --url`,
        );
      }
      await compete(competitor, flags.url);
      return ExitCode.ok;
    }
    const options = {
      quick: flags.quick,
      seed: flags.seed,
      environment: shell.env,
      note: (line: string) => shell.note(line),
    };
    const play = (dispatcher?: Dispatcher): Promise<SuiteResult> =>
      benchTrain({
        ...options,
        program: [process.execPath, process.argv[1] ?? 'pawl'],
        competitors: (flags.competitor ?? '').split('\n').filter((line) => line.trim() !== ''),
        ...(flags.seeds === undefined ? {} : { seeds: flags.seeds }),
        ...(flags.keep === undefined ? {} : { keep: benchResultFiles(flags.keep, shell, flags.keptOnly) }),
        ...(dispatcher === undefined ? {} : { dispatcher }),
      });
    if (flags.gate) return tellResult(recorded(benchGate(options)), flags, shell);
    if (flags.throughput) return tellResult(recorded(await benchThroughput(options)), flags, shell);
    return tellResult(recorded(await withQueue(flags, shell, play)), flags, shell);
  },
});
