import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { connect } from './connect.ts';
import { survivor, TestFolders } from './fixtures/harness.ts';
import { sampleRun } from './fixtures/sample-run.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { openStore } from './open-store.ts';
import { storePath } from './place.ts';
import { runHashOf } from './run-hash.ts';

const folders = new TestFolders();
afterEach(() => folders.removeAll());

/** A workspace as the first version of the schema left it: a run that is done and one that was killed half-way. */
function oldWorkspace(): string {
  const folder = folders.create();
  withFile(folder, (old) => old.exec(readFileSync(new URL('fixtures/schema-v1.sql', import.meta.url), 'utf8')));
  return folder;
}

function withFile<T>(folder: string, work: (connection: Connection) => T): T {
  const connection = connect(storePath(folder));
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

function schemaOf(connection: Connection): string[] {
  return connection
    .all('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name')
    .map(({ name, sql }) => `${String(name)}: ${String(sql).replaceAll(/\s+/g, ' ')}`);
}

describe('the migration of a store', () => {
  it('keeps every run, event and certificate of the oldest schema', () => {
    const store = openStore(oldWorkspace());
    const [done, killed] = store.listRuns();
    expect(done).toMatchObject({ id: 'practise-b875e9ba', status: 'done', seed: 7, summary: { total: 123 } });
    expect(killed).toMatchObject({ id: 'practise-2023d0f3', status: 'open', seed: 8 });
    expect(runHashOf(store.eventsOf('practise-b875e9ba'))).toBe(done?.hash);
    expect(done?.hash).toBe('0f60f85845d9aec2c714f975cc30b85317ff3af9ab088982dbb6d2226dcabe62');
    expect(store.certificatesOf('practise-2023d0f3')).toHaveLength(1);
    const results = store.effectsOf('practise-2023d0f3').map(({ result }) => store.getBlob(result));
    expect(results.map((bytes) => Buffer.from(bytes ?? []).toString())).toContain('{"from":"work","value":41}');
    store.close();
  });

  it('repeats no step of a run of the oldest schema, and refuses to go on where it certified in another way', async () => {
    const store = openStore(oldWorkspace(), { owner: survivor() });
    const ran: number[] = [];
    const resumed = sampleRun(store.resumeRun('practise-2023d0f3'), 6, { working: (i) => ran.push(i) });
    await expect(resumed).rejects.toThrow(expect.objectContaining({ code: 'store/replay-diverged' }));
    expect(ran).toEqual([]);
    store.close();
  });

  it('ends in the same schema as a new store, also when opened again', () => {
    const [old, fresh] = [oldWorkspace(), folders.create()];
    for (const folder of [old, fresh, old]) openStore(folder).close();
    expect(withFile(old, schemaOf)).toEqual(withFile(fresh, schemaOf));
  });

  it('leaves the old schema whole when a step fails', () => {
    const folder = oldWorkspace();
    const before = withFile(folder, schemaOf);
    const failing = (connection: Connection): void => {
      migrations[1]?.(connection);
      throw new Error('no power');
    };
    expect(() => withFile(folder, (old) => migrate(old, [...migrations.slice(0, 1), failing]))).toThrow('no power');
    expect(withFile(folder, schemaOf)).toEqual(before);
    expect(withFile(folder, (old) => old.get('SELECT count(*) AS n FROM effects'))).toMatchObject({ n: 7 });
  });

  it('refuses a store from the future and leaves it alone', () => {
    const folder = folders.create();
    openStore(folder).close();
    withFile(folder, (file) => file.exec('PRAGMA user_version = 99'));
    for (const readOnly of [true, false]) {
      const open = (): unknown => (readOnly ? openStore(folder, { readOnly }) : openStore(folder));
      expect(open).toThrow(expect.objectContaining({ code: 'store/newer-schema', details: { version: 99, known: 5 } }));
    }
    expect(withFile(folder, (file) => file.get('PRAGMA user_version'))).toMatchObject({ user_version: 99 });
  });

  it('refuses to read an old store, which only a writer can bring up to date', () => {
    const folder = oldWorkspace();
    const read = (): unknown => openStore(folder, { readOnly: true });
    expect(read).toThrow(expect.objectContaining({ code: 'store/older-schema' }));
    openStore(folder).close();
    expect(read).not.toThrow();
  });

  it('refuses a database of another program', () => {
    const folder = folders.create();
    withFile(folder, (file) => file.exec('CREATE TABLE bookmarks (url TEXT)'));
    const before = readFileSync(storePath(folder));
    expect(() => openStore(folder)).toThrow(expect.objectContaining({ code: 'store/foreign' }));
    expect(readFileSync(storePath(folder)).equals(before)).toBe(true);
  });
});
