import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { put } from './attacks/workplace.ts';

const Sample = z.object({
  seed: z.int(),
  seconds: z.number(),
  megabytes: z.number(),
  heap: z.number(),
  handles: z.int(),
  resources: z.int(),
});
type Sample = z.infer<typeof Sample>;

/** What a soak saw. Growth is that of the last quarter of the runs over the second: the first is for warming up. */
export interface Soaked {
  readonly runs: number;
  readonly minutes: number;
  readonly megabytes: { readonly early: number; readonly late: number };
  readonly growth: number;
  readonly heapGrowth: number;
  readonly handles: { readonly early: number; readonly late: number };
}

/** Three in each quarter; on a busy machine a soak goes on beyond its time until it has them. */
const fewestRuns = 12;

/** Lets one process do runs of a loop for so many minutes, and at least `fewestRuns` of them. */
export async function soak(loop: 'train' | 'evolve', minutes: number, folder: string): Promise<Soaked> {
  put(folder, 'pawl.config.yaml', 'train:\n  target: simulated:small\n  epochs: 1\n');
  const root = join(import.meta.dirname, '..');
  const args = ['--expose-gc', '--import', 'tsx', join(import.meta.dirname, 'soak-worker.ts')];
  const child = spawn(process.execPath, [...args, loop, String(60 * minutes), String(fewestRuns), folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err = (err + chunk.toString()).slice(-4000)));
  const code = await new Promise((resolve) => void child.on('close', resolve));
  if (code !== 0) throw new Error(`the soak ended with ${String(code)}: ${err}`);
  return soakedOf(
    out
      .trim()
      .split('\n')
      .map((line) => Sample.parse(JSON.parse(line))),
  );
}

/** Quarters are counted in runs, not in time: where runs come seldom a quarter of the time can be without one. */
export function soakedOf(samples: readonly Sample[]): Soaked {
  if (samples.length < fewestRuns) throw new Error(`only ${samples.length} runs: too few to speak of growth`);
  const quarter = Math.floor(samples.length / 4);
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const mean = (of: readonly Sample[], pick: (sample: Sample) => number): number =>
    of.reduce((sum, sample) => sum + pick(sample), 0) / of.length;
  const growthOf = (pick: (sample: Sample) => number): number => mean(late, pick) / mean(early, pick) - 1;
  return {
    runs: samples.length,
    minutes: samples.at(-1)!.seconds / 60,
    megabytes: { early: mean(early, (one) => one.megabytes), late: mean(late, (one) => one.megabytes) },
    growth: growthOf((one) => one.megabytes),
    heapGrowth: growthOf((one) => one.heap),
    handles: {
      early: Math.max(...early.map(({ handles }) => handles)),
      late: Math.max(...late.map(({ handles }) => handles)),
    },
  };
}
