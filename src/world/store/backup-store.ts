import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '#foundation/kernel';
import { connect } from './connect.ts';
import { copyStore } from './copy-store.ts';
import { migrate } from './migrate.ts';
import { openConnection } from './open-store.ts';

/**
 * Copies a store into one file, as it stands at one moment, whoever writes it meanwhile. To copy `pawl.db` alone loses what is still in its
 * log. A store in PostgreSQL becomes a file of SQLite.
 *
 * @source SQLite, VACUUM INTO
 */
export function backupStore(place: string, file: string): void {
  const connection = openConnection(place, { readOnly: true });
  try {
    if (existsSync(file)) throw new Fault('store/backup-exists', `${file} is there already`, { details: { file } });
    mkdirSync(dirname(file), { recursive: true });
    if (connection.dialect === 'sqlite') connection.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
    else writeCopy(connection, file);
  } finally {
    connection.close();
  }
}

function writeCopy(from: Parameters<typeof copyStore>[0], file: string): void {
  const to = connect(file);
  try {
    migrate(to);
    copyStore(from, to);
    to.close();
  } catch (error) {
    to.close();
    rmSync(file, { force: true });
    throw error;
  }
}
