import { Fault } from '#kernel';
import type { Connection } from './connection.ts';
import { type Migration, migrations } from './migrations.ts';
import { numberOf } from './row.ts';

/** "Pawl" in ASCII, kept in the file's header, so that another program's file is not taken for ours. */
const applicationId = 0x5061776c;

/** One statement, so one moment: another process may be creating the store just now. */
const header = `
  SELECT user_version AS version, application_id AS owner, (SELECT count(*) FROM sqlite_master) AS tables
  FROM pragma_user_version, pragma_application_id`;

/** Takes the store to the newest schema, all steps in one transaction: a crash in between leaves the old one. */
export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
  if (versionOf(connection, steps.length) === steps.length) return;
  connection.transaction(() => {
    const from = versionOf(connection, steps.length);
    for (const step of steps.slice(from)) step(connection);
    connection.exec(`PRAGMA application_id = ${applicationId}`);
    connection.exec(`PRAGMA user_version = ${steps.length}`);
  }, true);
}

/** Refuses any schema but the newest: a reader cannot migrate. */
export function requireNewest(connection: Connection): void {
  const version = versionOf(connection, migrations.length);
  if (version === migrations.length) return;
  throw new Fault('store/older-schema', `${connection.path} has schema ${version}, expected ${migrations.length}`, {
    details: { version, expected: migrations.length },
  });
}

/** Refuses a file of another program and one from the future, before anything is written to it. */
export function refuseStrangers(connection: Connection): void {
  versionOf(connection, migrations.length);
}

function versionOf(connection: Connection, newest: number): number {
  const row = connection.get(header) ?? {};
  const [version, owner, tables] = [numberOf(row, 'version'), numberOf(row, 'owner'), numberOf(row, 'tables')];
  if (owner !== applicationId && (owner !== 0 || tables > 0)) {
    throw new Fault('store/foreign', `${connection.path} is an SQLite file, but not a run store`, {
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
