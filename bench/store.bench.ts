/** Events per second into the run store, in batches and step by step. Run with `node --import tsx bench/store.bench.ts`; prints JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, runHashOf } from '#world/store';

const workspace = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
const store = openStore(workspace);
const data = (n: number): { n: number; text: string } => ({ n, text: `episode ${n} `.padEnd(220, '.') });

function secondsOf(started: bigint): number {
  return Number(process.hrtime.bigint() - started) / 1e9;
}

/** Emits events, then replays them all; both check the hash. */
async function measure(count: number, perStep: number): Promise<Record<string, number>> {
  const run = store.createRun({ loop: 'bench', seed: perStep, config: { count, perStep } });
  const write = async (journal: typeof run): Promise<number> => {
    const started = process.hrtime.bigint();
    for (let n = 0; n < count; n += 1) {
      journal.emit('episode-ended', data(n));
      if (perStep > 0 && n % perStep === perStep - 1) await journal.step('checkpoint', n, () => n);
    }
    journal.flush();
    return secondsOf(started);
  };
  const written = await write(run);
  const hash = run.finish(null);
  const replayed = await write(store.resumeRun(run.run));
  if (runHashOf(store.eventsOf(run.run), store.getRun(run.run)?.summary) !== hash)
    throw new Error('the store holds other events than were emitted');
  return {
    count,
    perStep,
    eventsPerSecond: Math.round(count / written),
    replayedPerSecond: Math.round(count / replayed),
  };
}

await measure(5_000, 0);
const results = [];
for (const perStep of [0, 1000, 100, 10, 1]) {
  const count = perStep === 1 ? 5_000 : 30_000;
  for (const round of [1, 2]) results.push({ round, ...(await measure(count, perStep)) });
}
store.close();
rmSync(workspace, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ cores: cpus().length, load: loadavg(), bytesPerEvent: 250, results })}\n`);
