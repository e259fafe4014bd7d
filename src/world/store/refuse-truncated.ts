import { closeSync, existsSync, fstatSync, openSync, readdirSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '#foundation/kernel';
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

const MAGIC = 'SQLite format 3\0';

function isShort(path: string): boolean {
  const header = Buffer.alloc(100);
  const size = readHeader(path, header);
  if (size < header.length || header.toString('latin1', 0, MAGIC.length) !== MAGIC) return false;
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  return size < header.readUInt32BE(28) * pageSize;
}

/**
 * Reads the beginning of the file and returns its length, through a descriptor that SQLite has open already. Closing one of our own would
 * drop every lock that this process holds on the file: a writer elsewhere that closes then takes itself for the last one and deletes
 * the log, and connections of this process go on with a log that nobody else sees.
 *
 * @source SQLite, How To Corrupt An SQLite Database File §2.2
 */
function readHeader(path: string, header: Buffer): number {
  const standing = descriptorOf(path);
  const file = standing ?? openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Fault('store/corrupt', `${path} is not a file`, { details: { path } });
    readSync(file, header, 0, header.length, 0);
    return stat.size;
  } finally {
    if (standing === undefined) closeSync(file);
  }
}

/** A descriptor under which this process has a file open; none where the system does not tell. */
function descriptorOf(path: string): number | undefined {
  const folder = '/proc/self/fd';
  if (!existsSync(folder)) return undefined;
  const wanted = realpathSync(path);
  const found = readdirSync(folder).find((name) => {
    try {
      return readlinkSync(join(folder, name)) === wanted;
    } catch {
      // It was closed meanwhile.
      return false;
    }
  });
  return found === undefined ? undefined : Number(found);
}
