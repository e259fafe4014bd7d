import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createRng, Fault, type Hash } from '#foundation/kernel';
import { connect } from './connect.ts';
import { survivor, TestFolders } from './fixtures/harness.ts';
import { sampleRun, sampleSpec } from './fixtures/sample-run.ts';
import type { RunJournal } from './journal.ts';
import { openStore } from './open-store.ts';
import { storePath } from './place.ts';
import { createRunWriter } from './run-writer.ts';
import { runHashOf } from './run-hash.ts';

const folders = new TestFolders();
afterEach(() => folders.removeAll());

const isRoot = process.getuid?.() === 0;
const diskFull = expect.objectContaining({ code: 'store/disk-full', hint: expect.stringContaining('Free some space') });
const corrupt = expect.objectContaining({ code: 'store/corrupt', hint: expect.stringContaining('backup') });

/** Emits and takes steps until something gives; returns the steps that were acknowledged. */
async function fill(journal: RunJournal, from = 0): Promise<{ safe: number; error: unknown }> {
  for (let n = from; ; n += 1) {
    try {
      journal.emit('page-filled', { n, text: 'x'.repeat(5_000) });
      await journal.step('fill', n, () => 'y'.repeat(5_000));
    } catch (error) {
      return { safe: n, error };
    }
  }
}

/** Opens the workspace with room again and replays: all that was acknowledged is there, and nothing that was not. */
async function replay(workspace: string, run: string, safe: number): Promise<void> {
  const store = openStore(workspace, { owner: survivor() });
  expect([...store.eventsOf(run)].map(({ seq }) => seq)).toEqual(Array.from({ length: safe }, (_, n) => n));
  expect(store.effectsOf(run)).toHaveLength(safe);
  const journal = store.resumeRun(run);
  for (let n = 0; n < safe; n += 1) {
    journal.emit('page-filled', { n, text: 'x'.repeat(5_000) });
    await journal.step('fill', n, () => expect.fail('ran again'));
  }
  expect(journal.finish(null)).toBe(runHashOf(store.eventsOf(run), null));
  store.close();
}

describe('a full disk', () => {
  it('is a fault with a hint, keeps what was acknowledged and nothing by halves', async () => {
    const workspace = folders.create();
    openStore(workspace).close();
    const connection = connect(storePath(workspace));
    const writer = createRunWriter(connection, { clock: { now: () => 0 }, owner: survivor() });
    const journal = writer.createRun(sampleSpec);
    connection.all('PRAGMA max_page_count = 60');
    const { safe, error } = await fill(journal);
    expect(error).toEqual(diskFull);
    expect(safe).toBeGreaterThan(5);
    expect(() => journal.emit('a-b', 1)).toThrow(diskFull);
    expect(() => journal.finish(null)).toThrow(diskFull);
    expect(() => writer.createRun({ ...sampleSpec, config: 'x'.repeat(300_000) })).toThrow(diskFull);
    writer.close();
    await replay(workspace, journal.run, safe);
  });

  it('met only when closing is told as well', () => {
    const workspace = folders.create();
    openStore(workspace).close();
    const connection = connect(storePath(workspace));
    const writer = createRunWriter(connection, { clock: { now: () => 0 }, owner: survivor() });
    const journal = writer.createRun(sampleSpec);
    journal.emit('page-filled', 'x'.repeat(500_000));
    connection.all('PRAGMA max_page_count = 20');
    expect(() => writer.close()).toThrow(diskFull);
    const store = openStore(workspace, { owner: survivor() });
    expect([...store.eventsOf(journal.run)]).toEqual([]);
    store.close();
  });

  it.runIf(isRoot && process.platform === 'linux')('that is really full is the same', async (context) => {
    const mountPoint = folders.create();
    const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mountPoint]);
    context.skip(mounted.status !== 0, 'this root may not mount');
    try {
      const workspace = join(mountPoint, 'w');
      const store = openStore(workspace, { owner: survivor() });
      const journal = store.createRun(sampleSpec);
      const { safe, error } = await fill(journal);
      expect(error).toEqual(diskFull);
      expect(safe).toBeGreaterThan(5);
      store.close();
      expect(spawnSync('/bin/mount', ['-o', 'remount,size=16m', mountPoint]).status).toBe(0);
      await replay(workspace, journal.run, safe);
    } finally {
      spawnSync('/bin/umount', ['-l', mountPoint]);
    }
  });
});

describe('a damaged file', () => {
  async function finishedWorkspace(): Promise<{ workspace: string; file: string; run: string; expected: Hash }> {
    const workspace = folders.create();
    const store = openStore(workspace);
    const journal = store.createRun(sampleSpec);
    for (let n = 0; n < 300; n += 1) journal.emit('number-seen', { n, text: 'x'.repeat(200) });
    const expected = journal.finish(null);
    await sampleRun(store.createRun(sampleSpec), 6);
    store.close();
    return { workspace, file: storePath(workspace), run: journal.run, expected };
  }

  const damages: { damage: string; inflict: (file: string) => void }[] = [
    { damage: 'garbage', inflict: (file) => writeFileSync(file, noise(20_000, 'garbage')) },
    { damage: 'an overwritten header', inflict: (file) => overwrite(file, 0, noise(100, 'header')) },
    { damage: 'half its length', inflict: (file) => truncateSync(file, readFileSync(file).length >> 1) },
    { damage: 'a few bytes missing', inflict: (file) => truncateSync(file, readFileSync(file).length - 5_000) },
    { damage: 'a text', inflict: (file) => writeFileSync(file, 'once upon a time') },
  ];

  it('that is a folder is refused', () => {
    const workspace = folders.create();
    mkdirSync(storePath(workspace));
    expect(() => openStore(workspace, { readOnly: true })).toThrow(corrupt);
  });

  it.each(damages)('with $damage is refused and left as it is', async ({ inflict }) => {
    const { workspace, file } = await finishedWorkspace();
    inflict(file);
    const before = readFileSync(file);
    expect(() => openStore(workspace)).toThrow(corrupt);
    expect(() => openStore(workspace, { readOnly: true })).toThrow(corrupt);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('with a page of noise anywhere gives faults, never wrong events under a good hash', async () => {
    const { workspace, file, run, expected } = await finishedWorkspace();
    const good = readFileSync(file);
    const hashes: (Hash | undefined)[] = [];
    for (let page = 0; page < good.length / 4096; page += 1) {
      writeFileSync(file, good);
      overwrite(file, page * 4096, noise(4096, `page ${page}`));
      hashes.push(
        attempt(() => {
          const store = openStore(workspace, { readOnly: true });
          try {
            for (const { id } of store.listRuns()) for (const line of store.exportRun(id)) void line;
            for (const { result } of store.effectsOf(run)) store.getBlob(result);
            return runHashOf(store.eventsOf(run), store.getRun(run)?.summary);
          } finally {
            store.close();
          }
        }),
      );
    }
    const read = hashes.filter((hash) => hash !== undefined);
    expect(new Set(read)).toEqual(new Set([expected]));
    expect(hashes.length - read.length).toBeGreaterThan(10);
  });

  it('with a changed blob is noticed when the blob is read', () => {
    const workspace = folders.create();
    const store = openStore(workspace);
    const journal = store.createRun(sampleSpec);
    const hash = journal.putBlob(Uint8Array.of(1, 2, 3));
    journal.flush();
    const vandal = connect(storePath(workspace));
    vandal.run("UPDATE blobs SET bytes = x'010204'");
    vandal.close();
    expect(() => store.getBlob(hash)).toThrow(corrupt);
    store.close();
  });
});

describe('a place that cannot be written', () => {
  it('is a fault with a hint', () => {
    const folder = folders.create();
    const unwritable = expect.objectContaining({ code: 'store/unwritable' });
    writeFileSync(join(folder, 'file'), '');
    expect(() => openStore(join(folder, 'file', 'workspace'))).toThrow(unwritable);
    mkdirSync(join(folder, 'odd', 'pawl.db'), { recursive: true });
    expect(() => openStore(join(folder, 'odd'))).toThrow(unwritable);
  });

  it('can still be read when it holds a finished store', async (context) => {
    const source = folders.create();
    const writer = openStore(source);
    const journal = writer.createRun(sampleSpec);
    const expected = await sampleRun(journal, 4);
    writer.close();

    const place = folders.create();
    const mount = (...args: readonly string[]): boolean => spawnSync('/bin/mount', [...args, place]).status === 0;
    context.skip(isRoot && !mount('-t', 'tmpfs', 'tmpfs'), 'this root may not mount');
    try {
      copyFileSync(storePath(source), storePath(place));
      if (isRoot) mount('-o', 'remount,ro');
      else chmodSync(place, 0o555);
      const store = openStore(place, { readOnly: true });
      expect(runHashOf(store.eventsOf(journal.run), store.getRun(journal.run)?.summary)).toBe(expected);
      store.close();
      expect(() => openStore(place)).toThrow(expect.objectContaining({ code: 'store/unwritable' }));
    } finally {
      if (isRoot) spawnSync('/bin/umount', ['-l', place]);
      else chmodSync(place, 0o755);
    }
  });

  it('has no store to read', () => {
    const folder = folders.create();
    expect(() => openStore(folder, { readOnly: true })).toThrow(expect.objectContaining({ code: 'store/missing' }));
  });
});

function noise(length: number, name: string): Uint8Array {
  const rng = createRng(`store/faults/${name}`);
  return Uint8Array.from({ length }, () => rng.below(256));
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const content = readFileSync(file);
  content.set(bytes, at);
  writeFileSync(file, content);
}

/** Undefined when the store noticed the damage. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault && error.code === 'store/corrupt') return undefined;
    throw error;
  }
}
