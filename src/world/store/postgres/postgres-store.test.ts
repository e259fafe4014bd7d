import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backupStore } from '../backup-store.ts';
import type { Row } from '../connection.ts';
import { connect } from '../connect.ts';
import { TestFolders } from '../fixtures/harness.ts';
import { hasPostgres, PostgresPlaces } from '../fixtures/places.ts';
import { sampleRun, sampleSpec } from '../fixtures/sample-run.ts';
import { openReader, openStore } from '../open-store.ts';
import { readAddress } from './address.ts';
import { CommitCounter } from './commit-counter.ts';
import { LostConnection, PostgresLink } from './postgres-link.ts';

const databases = new PostgresPlaces();
const folders = new TestFolders();
const fault = (code: string, hint = ''): unknown =>
  expect.objectContaining({ code, hint: expect.stringContaining(hint) });

/** Statements of the administrator, each in a transaction of its own. */
function administer(place: string, ...statements: readonly string[]): Row[] {
  const connection = connect(place);
  try {
    return statements.flatMap((text) => connection.all(text));
  } finally {
    connection.close();
  }
}

it('that nobody serves, or whose address is none, is a fault that names no password', () => {
  const open = (place: string) => (): unknown => openStore(place, { readOnly: true });
  expect(open('postgres://me:hunter22@127.0.0.1:1/runs')).toThrow(fault('store/unreachable', 'Start the server'));
  expect(open('postgres://me:hunter22@127.0.0.1:1/runs')).toThrow(
    /^postgres:\/\/me@127\.0\.0\.1:1\/runs: (?!.*hunter22)/u,
  );
  for (const place of ['postgres://me:hunter22@host:port/runs', 'postgres://host/runs?schema=Drop"Table']) {
    expect(open(place)).toThrow(fault('store/bad-address', 'postgres://user@host'));
    expect(open(place)).toThrow(/^(?!.*hunter22)/u);
  }
});

describe.runIf(hasPostgres)('a store in PostgreSQL (needs initdb and postgres)', () => {
  beforeAll(() => databases.start(), 60_000);
  afterAll(async () => {
    folders.removeAll();
    await databases.end();
  });

  it('records, shows, copies and deletes a run as SQLite does', async () => {
    const seen: unknown[] = [];
    for (const place of [databases.create(), folders.create()]) {
      const store = openStore(place, { clock: { now: () => 12 } });
      const reader = openReader(place);
      const versions = [reader.version()];
      const journal = store.createRun(sampleSpec);
      const hash = await sampleRun(journal, 6);
      await journal.step('late', 1, () => 1).catch(() => undefined);
      versions.push(reader.version());
      expect(versions[1]).not.toBe(versions[0]);
      expect(reader.version()).toBe(versions[1]);
      const types = { types: ['pair-drawn', 'none-such'] };
      const found = [...reader.eventsOf(journal.run, types)].map(({ seq }) => seq);
      const sizes = [reader.sizeOf(journal.run), reader.lengthOf(journal.run), reader.bytes() > 0];
      const other = store.createRun({ ...sampleSpec, seed: Number.MIN_SAFE_INTEGER });
      other.putBlob(Uint8Array.of(0, 0));
      await other.call('ask', 'é\u0000"', () => 'half');
      other.flush();
      store.note(journal.run, { tags: ['é'], star: true });
      store.note(journal.run, { right: true }, 'a'.repeat(64));
      store.note(other.run, 'first');
      store.note(other.run, 'second');
      store.note(other.run, { right: false }, 'b');
      store.note(other.run, null, 'b');
      expect(() => store.note('none', 1)).toThrow(fault('store/unknown-run'));
      const copy = folders.create();
      backupStore(place, join(copy, 'pawl.db'));
      expect(() => backupStore(place, join(copy, 'pawl.db'))).toThrow(fault('store/backup-exists'));
      const shown = [reader, openReader(copy)].map((one) =>
        one
          .listRuns()
          .map(({ id }) => [
            [...one.exportRun(id)],
            one.attemptsOf(id),
            one.sizeOf(id),
            one.notesOfRuns().get(id),
            [...one.notesOfCalls(id)],
          ]),
      );
      expect(shown[1]).toEqual(shown[0]);
      other.finish(null);
      expect(shown[0]?.map((each) => each.slice(3))).toEqual([
        [{ tags: ['é'], star: true }, [['a'.repeat(64), { right: true }]]],
        ['second', []],
      ]);
      seen.push([hash, shown, found, sizes, store.deleteRuns([journal.run]), reader.listRuns()]);
      reader.close();
      store.close();
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  it('says who is not let in, what is not there, and whose it is', async () => {
    const { url } = databases.server;
    const place = databases.create();
    const open = (at: string) => (): unknown => openStore(at, { readOnly: true });
    expect(open(place)).toThrow(fault('store/missing'));
    expect(open(url.replace('/postgres', '/nowhere'))).toThrow(fault('store/no-database', 'createdb'));
    administer(
      url,
      `CREATE ROLE guest LOGIN PASSWORD 'secret'`,
      `DO $$ BEGIN EXECUTE format('COPY (SELECT unnest(ARRAY[%L, %L])) TO %L', 'host all guest all scram-sha-256',
         'host all all all trust', current_setting('hba_file')); END $$`,
      'SELECT pg_reload_conf()',
    );
    for (const password of ['', ':wrong']) {
      const refused = (): unknown => openStore(url.replace('pawl@', `guest${password}@`));
      await vi.waitFor(() => expect(refused).toThrow(fault('store/refused', 'PGPASSWORD')), 20_000);
      expect(refused).toThrow(/^(?!.*wrong)/u);
    }
    const guest = url.replace('pawl@', 'guest:secret@');
    expect(() => openStore(`${guest}?schema=mine`)).toThrow(fault('store/not-permitted', 'GRANT CREATE'));
    openStore(place).close();
    const asGuest = place.replace('pawl@', 'guest:secret@');
    const { schema } = readAddress(place);
    expect(open(asGuest)).toThrow(fault('store/not-permitted'));
    administer(
      place,
      `GRANT USAGE ON SCHEMA ${schema} TO guest`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO guest`,
    );
    const reader = openReader(asGuest);
    expect(reader.listRuns()).toEqual([]);
    reader.close();
    expect(() => openStore(asGuest).createRun(sampleSpec)).toThrow(fault('store/not-permitted'));
    administer(place, 'UPDATE header SET version = 99');
    expect(open(place)).toThrow(fault('store/newer-schema'));
    expect(() => openStore(place)).toThrow(fault('store/newer-schema'));
    administer(place, 'UPDATE header SET version = 3');
    expect(open(place)).toThrow(fault('store/older-schema'));
    administer(place, 'DROP TABLE header');
    expect(() => openStore(place)).toThrow(fault('store/foreign', 'schema'));
  });

  it('goes on after its connection was cut, with every step once', async () => {
    const place = databases.create();
    const store = openStore(place);
    const reader = openReader(place);
    const journal = store.createRun(sampleSpec);
    const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = 'pawl'`;
    const hash = await sampleRun(journal, 6, { working: () => administer(databases.server.url, others) });
    expect(reader.getRun(journal.run)).toMatchObject({ hash, status: 'done' });
    expect([...reader.eventsOf(journal.run)].map(({ seq }) => seq)).toEqual([...Array.from({ length: 8 }).keys()]);
    reader.close();
    store.close();
  });

  describe('a commit whose answer was lost', () => {
    /** A link that is cut once, before or after the commit reached the server. */
    const cutAt = (link: PostgresLink, when: 'before' | 'after'): ConstructorParameters<typeof CommitCounter>[0] => {
      let isCut = false;
      return {
        clock: link.clock,
        get made() {
          return link.made;
        },
        patiently: (work) => link.patiently(work),
        send(statements) {
          const isCommit = !isCut && statements.at(-1)?.text === 'COMMIT';
          if (isCommit && when === 'after') link.send(statements);
          if (!isCommit) return link.send(statements);
          isCut = true;
          throw new LostConnection({ message: 'cut', code: 'ECONNRESET', fromServer: false });
        },
      };
    };
    const entry = (id: string): { text: string; values: string[] } => ({
      text: `INSERT INTO blobs (hash, bytes) VALUES ($1, '')`,
      values: [id],
    });
    const begin = { text: 'BEGIN', values: [] };

    it('took place where the counter says so, and is not done again', () => {
      const place = databases.create();
      openStore(place).close();
      const address = readAddress(place);
      const link = new PostgresLink(address, false);
      const counter = new CommitCounter(cutAt(link, 'after'), address);
      counter.begin();
      counter.commit([begin, entry('a')]);
      counter.begin();
      counter.commit([begin, entry('b')]);
      expect(administer(place, 'SELECT hash FROM blobs ORDER BY hash')).toEqual([{ hash: 'a' }, { hash: 'b' }]);
      counter.end();
      link.end();
    });

    it('did not where it does not, and a server that forgot an earlier one is told apart', () => {
      const place = databases.create();
      openStore(place).close();
      const address = readAddress(place);
      const link = new PostgresLink(address, false);
      const counter = new CommitCounter(cutAt(link, 'before'), address);
      counter.begin();
      expect(() => counter.commit([begin, entry('a')])).toThrow(LostConnection);
      counter.commit([begin, entry('a')]);
      expect(administer(place, 'SELECT hash FROM blobs')).toEqual([{ hash: 'a' }]);
      administer(place, 'UPDATE writers SET commits = 0');
      link.patiently(
        () => link.made === 1 && link.send([{ text: 'SELECT pg_terminate_backend(pg_backend_pid())', values: [] }]),
      );
      expect(() => counter.begin()).toThrow(fault('store/went-back', '--resume'));
      link.end();
    });
  });
});
