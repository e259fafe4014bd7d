import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMemoryJournal, openStore } from '#world/store';
import { crashSettings, crashRun, crashSpec } from './crash-run.ts';
import { killAndResume, killedTasks } from './kill-train.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-train-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let tokens = 0;
/** A writer that finds every earlier writer dead, as after a crash. */
const survivor = {
  place: 'here',
  pid: 1,
  born: '',
  newToken: () => `token ${(tokens += 1)}`,
  isAlive: () => false,
};

/** The name of all that a workspace holds on disk. The shared memory beside the log is built anew from it. */
function stateOf(workspace: string): string {
  const hash = createHash('sha256');
  for (const name of ['pawl.db', 'pawl.db-wal']) {
    const path = join(workspace, name);
    hash.update(existsSync(path) ? readFileSync(path) : '').update('/');
  }
  return hash.digest('hex');
}

it('point 2: a crash after any store write resumes to the hash of an undisturbed run; only calls in flight are made again, and counted', async () => {
  const undisturbed = await crashRun(createMemoryJournal(), () => {});
  // Writes inside a transaction leave the files as they were: of equal wrecks the last, in which most calls had begun, stands for all.
  const wrecks = new Map<string, { workspace: string; begun: readonly string[] }>();
  const begun: string[] = [];
  let writes = 0;
  const workspace = join(folder, 'live');
  const store = openStore(workspace, {
    owner: survivor,
    afterWrite() {
      writes += 1;
      const state = stateOf(workspace);
      const copy = join(folder, state);
      if (!wrecks.has(state)) cpSync(workspace, copy, { recursive: true });
      wrecks.set(state, { workspace: copy, begun: [...begun] });
    },
  });
  expect(await crashRun(store.createRun(crashSpec), (call) => begun.push(call))).toBe(undisturbed);
  store.close();
  expect(new Set(begun).size).toBe(begun.length);

  let repeats = 0;
  for (const wreck of wrecks.values()) {
    const resumed = openStore(wreck.workspace, { owner: survivor });
    const [run] = resumed.listRuns();
    const again: string[] = [];
    const journal = run === undefined ? resumed.createRun(crashSpec) : resumed.resumeRun(run.id);
    expect(await crashRun(journal, (call) => again.push(call))).toBe(undisturbed);
    const repeated = journal.repeatedCalls();
    resumed.close();
    const twice = again.filter((call) => wreck.begun.includes(call)).length;
    expect(twice).toBeLessThanOrEqual(repeated);
    expect(repeated).toBeLessThanOrEqual(crashSettings.rollouts.concurrency);
    repeats += repeated;
    rmSync(wreck.workspace, { recursive: true, force: true });
  }
  expect(writes).toBeGreaterThan(50);
  expect(wrecks.size).toBeGreaterThan(10);
  expect(repeats).toBeGreaterThan(0);
});

it('kill -9, three times in one run, ends with the hash of an undisturbed run', async () => {
  const { hash, kills, repeated, doubled } = await killAndResume(join(folder, 'killed'), [9, 14, 11]);
  expect(kills).toBe(3);
  expect(hash).toBe(await crashRun(createMemoryJournal(), () => {}, killedTasks));
  expect(doubled).toBeLessThanOrEqual(repeated);
  expect(repeated).toBeLessThanOrEqual(3 * crashSettings.rollouts.concurrency);
});
