import { Fault, type Hash } from '#foundation/kernel';
import { selectOne, write } from './ask.ts';
import type { Connection } from './connection.ts';
import { contentHash } from './content-hash.ts';
import { bytesOf } from './row.ts';
import { statements } from './statements.ts';

/** The bytes under a hash, checked against it. */
export function readBlob(connection: Connection, hash: Hash): Uint8Array | undefined {
  const row = selectOne(connection, statements.getBlob, { hash });
  if (row === undefined) return undefined;
  const bytes = bytesOf(row, 'bytes');
  const actual = contentHash(bytes);
  if (actual !== hash) {
    throw new Fault('store/corrupt', `blob ${hash} holds bytes of hash ${actual}`, { details: { hash, actual } });
  }
  return bytes;
}

/** Stores bytes under a hash already computed from them; bytes stored before are left alone. */
export function writeBlob(connection: Connection, hash: Hash, bytes: Uint8Array): void {
  write(connection, statements.addBlob, { hash, bytes });
}
