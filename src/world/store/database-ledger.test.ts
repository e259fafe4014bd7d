import { afterEach, expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { connect } from './connect.ts';
import { survivor, TestFolders } from './fixtures/harness.ts';
import { sampleSpec } from './fixtures/sample-run.ts';
import { openStore } from './open-store.ts';
import { storePath } from './place.ts';
import { createRunWriter } from './run-writer.ts';
import { syncAfterMs, syncAtLatestMs, syncShare } from './database-ledger.ts';

const folders = new TestFolders();
afterEach(() => folders.removeAll());

it('forces the disk for a run, a flush and an ending, and for a step when the last time is long ago', async () => {
  const workspace = folders.create();
  openStore(workspace).close();
  const inner = connect(storePath(workspace));
  const forced: boolean[] = [];
  const connection: Connection = {
    ...inner,
    transaction(work, durable) {
      forced.push(durable);
      return inner.transaction(work, durable);
    },
  };
  let now = 1000;
  const writer = createRunWriter(connection, { clock: { now: () => now }, owner: survivor() });
  const journal = writer.createRun(sampleSpec);
  const step = (n: number): Promise<number> => journal.step('count', n, () => n);
  await step(1);
  now += syncAfterMs - 1;
  await step(2);
  now += 1;
  await step(3);
  await step(4);
  now -= 1_000_000;
  await step(5);
  for (let n = 0; n < 1024; n += 1) journal.emit('number-seen', n);
  journal.emit('run-ended', null);
  journal.flush();
  journal.finish(null);
  writer.close();
  expect(forced).toEqual([true, false, false, true, false, true, false, true, true]);
});

it('forces a slow disk less often, but never puts a second of steps at risk', async () => {
  const workspace = folders.create();
  openStore(workspace).close();
  const inner = connect(storePath(workspace));
  let now = 1000;
  let costMs = 4;
  const forced: boolean[] = [];
  const connection: Connection = {
    ...inner,
    transaction(work, durable) {
      forced.push(durable);
      if (durable) now += costMs;
      return inner.transaction(work, durable);
    },
  };
  const writer = createRunWriter(connection, { clock: { now: () => now }, owner: survivor() });
  const journal = writer.createRun(sampleSpec);
  const step = (n: number): Promise<number> => journal.step('count', n, () => n);
  const after = async (milliseconds: number, n: number): Promise<boolean | undefined> => {
    now += milliseconds;
    await step(n);
    return forced.at(-1);
  };
  expect(await after(syncAfterMs, 1)).toBe(true);
  expect(await after(syncShare * costMs - 1, 2)).toBe(false);
  costMs = 500;
  expect(await after(1, 3)).toBe(true);
  expect(await after(syncAtLatestMs - 1, 4)).toBe(false);
  expect(await after(1, 5)).toBe(true);
  journal.finish(null);
  writer.close();
});
