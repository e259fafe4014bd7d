import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runPawl } from './run-pawl.ts';

/**
 * Runs `train` or `evolve` again and again in one process for so many seconds and at least so many times, each with the next seed, and says after each what the process
 * holds: `node --expose-gc soak-worker.ts train 3600 12 FOLDER`.
 */
const [loop = 'train', seconds = '60', fewest = '1', folder = '.'] = process.argv.slice(2);
const args = {
  train: ['train', '--config', 'pawl.config.yaml'],
  evolve: ['evolve', '--profile', 'tiny', '--templates', 'PARITY', '--threads', '2'],
}[loop === 'evolve' ? 'evolve' : 'train'];
const began = performance.now();
const isOver = (runs: number): boolean => runs >= Number(fewest) && performance.now() - began >= 1000 * Number(seconds);
for (let seed = 1; !isOver(seed - 1); seed += 1) {
  const workspace = join(folder, `${loop}-${seed}`);
  const { code, err } = await runPawl([...args, '--seed', String(seed), '--workspace', workspace, '--json'], {
    cwd: folder,
  });
  if (code !== 0) throw new Error(err);
  rmSync(workspace, { recursive: true, force: true });
  globalThis.gc?.();
  console.log(
    JSON.stringify({
      seed,
      seconds: (performance.now() - began) / 1000,
      megabytes: process.memoryUsage().rss / 1_048_576,
      heap: process.memoryUsage().heapUsed / 1_048_576,
      handles: readdirSync('/proc/self/fd').length,
      resources: process.getActiveResourcesInfo().length,
    }),
  );
}
