import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createMemoryJournal } from '#world/store';
import { crashRun, crashSettings } from './crash-run.ts';
import { killAndResume, killedTasks } from './kill-train.ts';

it('20 kills at random points of one run end with the hash of an undisturbed run', async () => {
  const rng = createRng('train/crash/1');
  const folder = mkdtempSync(join(tmpdir(), 'pawl-train-kill-'));
  const points = Array.from({ length: 20 }, () => 1 + rng.below(4));
  const { hash, kills, repeated, doubled } = await killAndResume(folder, points);
  rmSync(folder, { recursive: true, force: true });
  expect(kills).toBe(20);
  expect(hash).toBe(await crashRun(createMemoryJournal(), () => {}, killedTasks));
  expect(doubled).toBeLessThanOrEqual(repeated);
  expect(repeated).toBeLessThanOrEqual(20 * crashSettings.rollouts.concurrency);
});
