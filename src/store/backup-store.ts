import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '#kernel';
import { connect } from './connection.ts';
import { requireNewest } from './migrate.ts';
import { storePath } from './place.ts';

/**
 * Copies the store of a workspace into one file, as it stands at one moment, whoever writes it meanwhile. To copy `pawl.db` alone loses
 * what is still in its log.
 *
 * @source SQLite, VACUUM INTO
 */
export function backupStore(workspace: string, file: string): void {
  const path = storePath(workspace);
  if (!existsSync(path)) throw new Fault('store/missing', `no store at ${path}`, { details: { path } });
  if (existsSync(file)) throw new Fault('store/backup-exists', `${file} is there already`, { details: { file } });
  mkdirSync(dirname(file), { recursive: true });
  const connection = connect(path, { readOnly: true });
  try {
    requireNewest(connection);
    connection.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
  } finally {
    connection.close();
  }
}
