import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestFolders } from '../fixtures/harness.ts';
import { hasPostgres, PostgresPlaces } from '../fixtures/places.ts';
import { sampleRun, sampleSpec } from '../fixtures/sample-run.ts';
import { openReader, openStore } from '../open-store.ts';

const databases = new PostgresPlaces();
const folders = new TestFolders();

describe.runIf(hasPostgres)('a store in PostgreSQL (needs initdb and postgres)', () => {
  beforeAll(() => databases.start(), 60_000);
  afterAll(async () => {
    folders.removeAll();
    await databases.end();
  });

  it('records, shows and deletes a run as SQLite does', async () => {
    const places = [databases.create(), folders.create()];
    const seen: unknown[] = [];
    for (const place of places) {
      const store = openStore(place, { clock: { now: () => 12 } });
      const reader = openReader(place);
      const versions = [reader.version()];
      const journal = store.createRun(sampleSpec);
      const hash = await sampleRun(journal, 6);
      versions.push(reader.version());
      expect(versions[1]).not.toBe(versions[0]);
      expect(reader.version()).toBe(versions[1]);
      const types = { types: ['pair-drawn', 'none-such'] };
      const shown = [
        ...reader.exportRun(journal.run),
        ...[...reader.eventsOf(journal.run, types)].map(({ seq }) => seq),
      ];
      const sizes = [reader.sizeOf(journal.run), reader.lengthOf(journal.run), reader.bytes() > 0];
      const other = store.createRun({ ...sampleSpec, seed: Number.MIN_SAFE_INTEGER });
      other.putBlob(Uint8Array.of(0, 0));
      other.finish(null);
      const gone = store.deleteRuns([journal.run]);
      seen.push([hash, shown, sizes, gone, reader.listRuns()]);
      reader.close();
      store.close();
    }
    expect(seen[0]).toEqual(seen[1]);
  });
});
