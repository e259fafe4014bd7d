import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Fault } from '#kernel';
import type { Connection } from './connection.ts';

/**
 * Refuses a file that lost its end. In WAL mode SQLite takes the length of the file for the size of the database, so it would
 * read, and soon overwrite, what is left. A shorter file than its header says may also be a checkpoint under way (the rest
 * is in the log), so SQLite's own check of every page decides.
 *
 * @source SQLite file format §1.3: page size at byte 16 (1 means 65536), size in pages at byte 28, both big-endian
 */
export function refuseTruncated(connection: Connection): void {
  if (!isShort(connection.path)) return;
  const [verdict] = connection.all('PRAGMA quick_check(1)').map((row) => String(Object.values(row)[0]));
  if (verdict === 'ok') return;
  throw new Fault('store/corrupt', `${connection.path} is shorter than its header says: ${verdict ?? 'no verdict'}`, {
    details: { path: connection.path },
  });
}

function isShort(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    if (!fstatSync(file).isFile()) {
      throw new Fault('store/corrupt', `${path} is not a file`, { details: { path } });
    }
    const header = Buffer.alloc(100);
    if (readSync(file, header, 0, 100, 0) < 100) return false;
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    return fstatSync(file).size < header.readUInt32BE(28) * pageSize;
  } finally {
    closeSync(file);
  }
}
