import { afterEach, expect, it } from 'vitest';
import { connect, type Connection } from './connection.ts';
import { survivor, TestFolders } from './fixtures/harness.ts';
import { sampleSpec } from './fixtures/sample-run.ts';
import { openStore, storePath } from './open-store.ts';
import { createRunWriter } from './run-writer.ts';
import { syncAfterMs } from './sqlite-ledger.ts';

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
  const writer = createRunWriter(connection, { mask: undefined, clock: { now: () => now }, owner: survivor() });
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
