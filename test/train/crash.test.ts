import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMemoryJournal, openStore } from '#store';
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

it('point 2: a crash after any store write resumes to the hash of an undisturbed run; only calls in flight are made again, and counted', async () => {
  const undisturbed = await crashRun(createMemoryJournal(), () => {});
  const wrecks: { workspace: string; begun: readonly string[] }[] = [];
  const begun: string[] = [];
  const workspace = join(folder, 'live');
  const store = openStore(workspace, {
    owner: survivor,
    afterWrite() {
      const copy = join(folder, String(wrecks.length));
      cpSync(workspace, copy, { recursive: true });
      wrecks.push({ workspace: copy, begun: [...begun] });
    },
  });
  expect(await crashRun(store.createRun(crashSpec), (call) => begun.push(call))).toBe(undisturbed);
  store.close();
  expect(new Set(begun).size).toBe(begun.length);

  let repeats = 0;
  for (const wreck of wrecks) {
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
  expect(wrecks.length).toBeGreaterThan(50);
  expect(repeats).toBeGreaterThan(0);
});

it('kill -9, three times in one run, ends with the hash of an undisturbed run', async () => {
  const { hash, kills, repeated, doubled } = await killAndResume(join(folder, 'killed'), [9, 14, 11]);
  expect(kills).toBe(3);
  expect(hash).toBe(await crashRun(createMemoryJournal(), () => {}, killedTasks));
  expect(doubled).toBeLessThanOrEqual(repeated);
  expect(repeated).toBeLessThanOrEqual(3 * crashSettings.rollouts.concurrency);
});
