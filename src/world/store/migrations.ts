import type { Connection } from './connection.ts';
import { contentHash } from './content-hash.ts';
import { textOf } from './row.ts';

/** Brings the schema from its index to the next version, inside a transaction of the caller. */
export type Migration = (connection: Connection) => void;

/** `migrations[v]` goes from version v to v + 1; version 0 is an empty file. Never edit one that was released: add the next. */
export const migrations: readonly Migration[] = [
  createTables,
  addressResultsByContent,
  countAttempts,
  sealSteps,
  keepNotes,
];

function createTables(connection: Connection): void {
  connection.exec(`
    CREATE TABLE runs (
      id TEXT PRIMARY KEY, loop TEXT NOT NULL, seed INTEGER NOT NULL, config TEXT NOT NULL, status TEXT NOT NULL,
      started_at REAL NOT NULL, ended_at REAL, hash TEXT, summary TEXT
    ) STRICT;
    CREATE TABLE events (
      run TEXT NOT NULL REFERENCES runs (id), seq INTEGER NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL,
      PRIMARY KEY (run, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE effects (
      run TEXT NOT NULL REFERENCES runs (id), key TEXT NOT NULL, name TEXT NOT NULL, result TEXT NOT NULL,
      PRIMARY KEY (run, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE blobs (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
    CREATE TABLE certificates (
      id INTEGER PRIMARY KEY, run TEXT NOT NULL REFERENCES runs (id), hash TEXT NOT NULL, content TEXT NOT NULL,
      UNIQUE (run, hash)
    ) STRICT;
    CREATE TABLE locks (
      run TEXT PRIMARY KEY REFERENCES runs (id), token TEXT NOT NULL, place TEXT NOT NULL, pid INTEGER NOT NULL,
      born TEXT NOT NULL, heartbeat REAL NOT NULL
    ) STRICT;
  `);
}

/** Effects name their result by hash and the blobs hold it: equal results of many steps and runs are stored once. */
function addressResultsByContent(connection: Connection): void {
  connection.exec(`
    ALTER TABLE effects RENAME TO inline_effects;
    CREATE TABLE effects (
      run TEXT NOT NULL REFERENCES runs (id), key TEXT NOT NULL, name TEXT NOT NULL, result TEXT NOT NULL REFERENCES blobs (hash),
      PRIMARY KEY (run, key)
    ) STRICT, WITHOUT ROWID;
  `);
  for (const row of connection.all('SELECT run, key, name, result FROM inline_effects ORDER BY run, key')) {
    const result = textOf(row, 'result');
    const hash = contentHash(result);
    connection.run('INSERT INTO blobs VALUES (?, ?) ON CONFLICT DO NOTHING', [hash, Buffer.from(result)]);
    connection.run('INSERT INTO effects VALUES (?, ?, ?, ?)', [
      textOf(row, 'run'),
      textOf(row, 'key'),
      textOf(row, 'name'),
      hash,
    ]);
  }
  connection.exec('DROP TABLE inline_effects');
}

/** One row for the calls that began with one commit: their keys, each cut to 32 digits, one after the other. */
function countAttempts(connection: Connection): void {
  connection.exec(`
    CREATE TABLE attempts (id INTEGER PRIMARY KEY, run TEXT NOT NULL REFERENCES runs (id), keys TEXT NOT NULL) STRICT;
    CREATE INDEX attempts_of_run ON attempts (run);
  `);
}

/** The hash over the recorded steps of a run that ended; runs from before have none. */
function sealSteps(connection: Connection): void {
  connection.exec('ALTER TABLE runs ADD COLUMN steps TEXT');
}

/** What people noted: of a run, where `about` is empty, or of the recorded call that it names. */
function keepNotes(connection: Connection): void {
  connection.exec(`
    CREATE TABLE notes (
      run TEXT NOT NULL REFERENCES runs (id), about TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (run, about)
    ) STRICT, WITHOUT ROWID;
  `);
}
