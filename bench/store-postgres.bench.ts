/**
 * Milliseconds of a recorded step in a file and in PostgreSQL, in turns on the same machine. Run with
 * `node --import tsx bench/store-postgres.bench.ts [ADDRESS]`; without an address it starts a server of its own. Prints JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '#world/store';
import { startPostgresServer } from './faults/queue-servers.ts';

const rounds = 8;
const steps = 100;
const [asked] = process.argv.slice(2);
const server = asked === undefined ? await startPostgresServer() : undefined;
const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
const stores: Record<string, Store> = {
  sqlite: openStore(folder),
  postgres: openStore(asked ?? server?.url ?? ''),
};

/** One after the other, each with an event and a result of a kilobyte, as rollouts have it; waited for, or many at once. */
async function measure(store: Store, round: number, atOnce: number): Promise<number> {
  const journal = store.createRun({ loop: 'bench', seed: round, config: { atOnce } });
  const began = performance.now();
  for (let n = 0; n < steps; n += atOnce) {
    const some = Array.from({ length: atOnce }, (_, i) => n + i);
    await Promise.all(some.map((i) => journal.call('rollout', { round, i }, () => `${i}`.padEnd(1000, '.'))));
    for (const i of some) journal.emit('rollout-ended', { i, text: '.'.repeat(200) });
  }
  const took = performance.now() - began;
  journal.finish(null);
  return took / steps;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
const results: Record<string, Record<string, number>> = {};
for (const atOnce of [1, 20]) {
  const seen: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, store] of Object.entries(stores)) (seen[name] ??= []).push(await measure(store, round, atOnce));
  }
  results[`atOnce${atOnce}`] = Object.fromEntries(
    Object.entries(seen).map(([name, values]) => [name, Number(median(values.slice(1)).toFixed(3))]),
  );
}
for (const store of Object.values(stores)) store.close();
await server?.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ cores: cpus().length, load: loadavg(), msPerStep: results })}\n`);
