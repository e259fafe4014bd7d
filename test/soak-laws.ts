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

/** What a soak saw. Growth is that of the last quarter of the time over the second: the first is for warming up. */
export interface Soaked {
  readonly runs: number;
  readonly minutes: number;
  readonly megabytes: { readonly early: number; readonly late: number };
  readonly growth: number;
  readonly heapGrowth: number;
  readonly handles: { readonly early: number; readonly late: number };
}

/** Lets one process do runs of a loop for so many minutes. */
export async function soak(loop: 'train' | 'evolve', minutes: number, folder: string): Promise<Soaked> {
  put(folder, 'pawl.config.yaml', 'train:\n  target: simulated:small\n  epochs: 1\n');
  const root = join(import.meta.dirname, '..');
  const args = ['--expose-gc', '--import', 'tsx', join(import.meta.dirname, 'soak-worker.ts')];
  const child = spawn(process.execPath, [...args, loop, String(60 * minutes), folder], {
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

function soakedOf(samples: readonly Sample[]): Soaked {
  const end = samples.at(-1)?.seconds ?? 0;
  const within = (from: number, to: number): readonly Sample[] =>
    samples.filter(({ seconds }) => seconds > from * end && seconds <= to * end);
  const [early, late] = [within(0.25, 0.5), within(0.75, 1)];
  const mean = (of: readonly Sample[], pick: (sample: Sample) => number): number =>
    of.reduce((sum, sample) => sum + pick(sample), 0) / Math.max(1, of.length);
  const growthOf = (pick: (sample: Sample) => number): number => mean(late, pick) / mean(early, pick) - 1;
  return {
    runs: samples.length,
    minutes: end / 60,
    megabytes: { early: mean(early, (one) => one.megabytes), late: mean(late, (one) => one.megabytes) },
    growth: growthOf((one) => one.megabytes),
    heapGrowth: growthOf((one) => one.heap),
    handles: {
      early: Math.max(...early.map(({ handles }) => handles)),
      late: Math.max(...late.map(({ handles }) => handles)),
    },
  };
}
