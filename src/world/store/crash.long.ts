import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { killAndResume } from './fixtures/kill.ts';
import { sampleRun } from './fixtures/sample-run.ts';
import { createMemoryJournal } from './memory-journal.ts';

it('20 kills at random points of one run lose nothing that was safe and end in the same hash', async () => {
  const rng = createRng('store/crash/1');
  const steps = 600;
  const points = Array.from({ length: 20 }, () => ({ works: 1 + rng.below(25), delayMs: rng.below(12) }));
  const workspace = mkdtempSync(join(tmpdir(), 'pawl-kill-'));
  const { hash, kills } = await killAndResume(workspace, steps, points);
  rmSync(workspace, { recursive: true, force: true });
  expect(kills).toBe(20);
  expect(hash).toBe(await sampleRun(createMemoryJournal(), steps));
});
