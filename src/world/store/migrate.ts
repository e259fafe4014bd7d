import { Fault } from '#foundation/kernel';
import type { Connection } from './connection.ts';
import { type Migration, migrations } from './migrations.ts';
import { readPostgresHeader, writePostgresHeader } from './postgres/postgres-header.ts';
import { postgresMigrations } from './postgres/postgres-schema.ts';
import { numberOf } from './row.ts';
import type { Header } from './header.ts';

/** "Pawl" in ASCII, kept in the file's header, so that another program's file is not taken for ours. */
const applicationId = 0x5061776c;

/** One statement, so one moment: another process may be creating the store just now. */
const header = `
  SELECT user_version AS version, application_id AS owner, (SELECT count(*) FROM sqlite_master) AS tables
  FROM pragma_user_version, pragma_application_id`;

/** Takes the store to the newest schema, all steps in one transaction: a crash in between leaves the old one. */
export function migrate(connection: Connection, steps: readonly Migration[] = stepsOf(connection)): void {
  if (versionOf(connection, steps.length) === steps.length) return;
  connection.transaction(
    () => {
      const from = versionOf(connection, steps.length);
      for (const step of steps.slice(from)) step(connection);
      writeHeader(connection, steps.length);
    },
    true,
    true,
  );
}

/** Refuses any schema but the newest: a reader cannot migrate. */
export function requireNewest(connection: Connection): void {
  const version = versionOf(connection, migrations.length);
  if (version === migrations.length) return;
  if (version === 0 && connection.dialect === 'postgres') {
    throw new Fault('store/missing', `no store in ${connection.path}`, { details: { store: connection.path } });
  }
  throw new Fault('store/older-schema', `${connection.path} has schema ${version}, expected ${migrations.length}`, {
    details: { version, expected: migrations.length },
  });
}

/** Refuses a file of another program and one from the future, before anything is written to it. */
export function refuseStrangers(connection: Connection): void {
  versionOf(connection, migrations.length);
}

function stepsOf({ dialect }: Connection): readonly Migration[] {
  return dialect === 'sqlite' ? migrations : postgresMigrations;
}

function versionOf(connection: Connection, newest: number): number {
  const { version, owner, tables } = readHeader(connection);
  if (owner !== applicationId && (owner !== 0 || tables > 0)) {
    throw new Fault('store/foreign', `${connection.path} is a database, but not a run store`, {
      details: { applicationId: owner, tables },
    });
  }
  if (version > newest) {
    throw new Fault('store/newer-schema', `${connection.path} has schema ${version}, this program knows ${newest}`, {
      details: { version, known: newest },
    });
  }
  return version;
}

function readHeader(connection: Connection): Header {
  if (connection.dialect === 'postgres') return readPostgresHeader(connection);
  const row = connection.get(header) ?? {};
  return { version: numberOf(row, 'version'), owner: numberOf(row, 'owner'), tables: numberOf(row, 'tables') };
}

function writeHeader(connection: Connection, version: number): void {
  if (connection.dialect === 'postgres') return writePostgresHeader(connection, applicationId, version);
  connection.exec(`PRAGMA application_id = ${applicationId}`);
  connection.exec(`PRAGMA user_version = ${version}`);
}
