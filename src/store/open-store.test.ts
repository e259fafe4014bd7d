import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RunEvent } from '#contracts';
import { certificateOf } from '#contracts/certificates';
import { places } from './fixtures/places.ts';
import { sampleRun, sampleSpec } from './fixtures/sample-run.ts';
import { showMasked } from './masking/show-masked.ts';
import { bytesUsed, openStore } from './open-store.ts';
import { storePath } from './place.ts';
import type { Store, StoreOptions } from './store.ts';

const stores: Store[] = [];
beforeAll(() => places.start(), 60_000);
afterAll(() => places.end());
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  places.removeAll();
});

function open(folder = places.create(), options: StoreOptions = {}): Store {
  const store = openStore(folder, options);
  stores.push(store);
  return store;
}

describe('openStore', () => {
  it.runIf(places.isSqlite)('creates the folder and one file, whole after closing', async () => {
    const workspace = join(places.create(), 'deep', 'with space # ? %41', '.pawl');
    const store = openStore(workspace);
    await sampleRun(store.createRun(sampleSpec), 3);
    store.close();
    expect(existsSync(storePath(workspace))).toBe(true);
    const log = `${storePath(workspace)}-wal`;
    expect(existsSync(log) ? readFileSync(log).length : 0).toBe(0);
  });

  it('shows readers what is committed while the run goes on', async () => {
    const workspace = places.create();
    const journal = open(workspace).createRun(sampleSpec);
    const reader = openStore(workspace, { readOnly: true });
    journal.emit('run-started', { level: 1 });
    expect([...reader.eventsOf(journal.run)]).toEqual([]);
    const result = await journal.step('add', { a: 1, b: 2 }, () => 3);
    expect([...reader.eventsOf(journal.run)]).toHaveLength(1);
    journal.emit('sum-found', { result });
    journal.flush();
    expect([...reader.eventsOf(journal.run)]).toHaveLength(2);
    expect(reader.getRun(journal.run)).toMatchObject({ status: 'open', config: sampleSpec.config });
    const hash = journal.finish({ sum: result });
    expect(reader.getRun(journal.run)).toMatchObject({ status: 'done', hash, summary: { sum: 3 } });
    reader.close();
  });

  it('gives readers no way to write', () => {
    const workspace = places.create();
    openStore(workspace).close();
    const reader = openStore(workspace, { readOnly: true });
    expect(Object.keys(reader)).not.toContain('createRun');
    reader.close();
    expect(() => reader.listRuns()).toThrow(expect.objectContaining({ code: 'store/closed' }));
  });

  it('closes its journals with itself and keeps their events', () => {
    const workspace = places.create();
    const store = openStore(workspace);
    const journal = store.createRun(sampleSpec);
    journal.emit('a-b', 1);
    store.close();
    store.close();
    expect(() => journal.emit('a-b', 2)).toThrow(expect.objectContaining({ code: 'store/closed' }));
    expect([...open(workspace).eventsOf(journal.run)]).toHaveLength(1);
  });

  it('opens once for several processes that all come first', async () => {
    const workspace = places.create();
    expect(await Promise.all([1, 2, 3].map(() => runElsewhere(workspace)))).toEqual([0, 0, 0]);
    const runs = open(workspace).listRuns();
    expect(runs.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(3);
    expect(new Set(runs.map(({ hash }) => hash)).size).toBe(1);
  });

  it('keeps its locks when it is opened again: a writer elsewhere that closes does not take the log away', async () => {
    const workspace = places.create();
    // A second connection of one process, as a dashboard has that comes first to a workspace.
    open(workspace);
    const reader = openStore(workspace, { readOnly: true });
    for (const wanted of [1, 2]) {
      expect(await runElsewhere(workspace)).toBe(0);
      expect(reader.listRuns()).toHaveLength(wanted);
    }
    reader.close();
  });
});

/** A run in a process of its own, which closes the store as it ends. */
function runElsewhere(workspace: string): Promise<unknown> {
  const module = new URL('open-store.ts', import.meta.url).href;
  const script = `import(process.argv[1]).then(({ openStore }) => {
    const store = openStore(process.argv[2]);
    const journal = store.createRun({ loop: 'practise', seed: 1, config: null });
    for (let n = 0; n < 50; n += 1) { journal.emit('number-seen', n); journal.flush(); }
    journal.finish(null);
    store.close();
  });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script, module, workspace], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('close', resolve));
}
