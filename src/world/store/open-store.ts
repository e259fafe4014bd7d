import { existsSync } from 'node:fs';
import { Fault } from '#foundation/kernel';
import type { Connection, ConnectionOptions } from './connection.ts';
import { connect } from './connect.ts';
import { makeWorkspace } from './workspace/make-workspace.ts';
import { migrate, refuseStrangers, requireNewest } from './migrate.ts';
import { thisProcess } from './owner.ts';
import { storePath } from './place.ts';
import { isPostgres } from './postgres/address.ts';
import { createReader, type StoreReader } from './reader.ts';
import { refuseTruncated } from './refuse-truncated.ts';
import { createRunWriter } from './run-writer.ts';
import { bytesOfFile } from './store-bytes.ts';
import type { Store, StoreOptions } from './store.ts';

/**
 * Keys are hashes, so a commit touches pages all over the tables: they must stay in memory, and the log must gather several commits
 * before it is moved into the tables, or the same pages are written again with every commit.
 */
const cacheKilobytes = 32_000;
const logPages = 8000;

/**
 * Opens a run store, creating it unless `readOnly`: that of a workspace, or one in PostgreSQL by its address. Any number of processes may
 * have it open.
 *
 * In a workspace: WAL, so that readers never wait for a writer. Every commit survives the death of the process (synchronous=NORMAL). A run
 * created, flushed or ended is forced to the disk (FULL) and survives a power cut; so is a step, unless the last forced write
 * was less than 50 ms ago, or less than forty times what it cost (a second at most): that much acknowledged work a power cut
 * undoes, and resuming does it again. A forced write syncs the whole log, and with it all commits before.
 */
export function openStore(place: string, options: StoreOptions & { readonly readOnly: true }): StoreReader;
export function openStore(place: string, options?: StoreOptions & { readonly readOnly?: false }): Store;
export function openStore(
  place: string,
  options: StoreOptions & { readonly readOnly?: boolean } = {},
): Store | StoreReader {
  const { mask, owner = thisProcess(), readOnly = false, afterWrite } = options;
  const connection = openConnection(place, { readOnly, afterWrite });
  const { clock = connection.clock } = options;
  const reader = createReader(connection, mask);
  return readOnly ? reader : { ...reader, ...createRunWriter(connection, { clock, owner }) };
}

/** Opens the database behind a store and sees that it is one; a writer brings it up to date. */
export function openConnection(place: string, options: ConnectionOptions): Connection {
  const path = isPostgres(place) ? place : storePath(place);
  if (!isPostgres(place)) {
    if (options.readOnly !== true) makeWorkspace(place);
    else if (!existsSync(path)) throw new Fault('store/missing', `no store at ${path}`, { details: { path } });
  }
  const connection = connect(path, options);
  try {
    if (connection.dialect === 'sqlite') refuseTruncated(connection);
    if (options.readOnly === true) requireNewest(connection);
    else prepareForWriting(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opens a store for reading, creating it first where there is none. */
export function openReader(place: string, options: StoreOptions = {}): StoreReader {
  try {
    return openStore(place, { ...options, readOnly: true });
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'store/missing')) throw error;
    openStore(place).close();
    return openStore(place, { ...options, readOnly: true });
  }
}

/** Bytes that a store takes on disk; none where there is none. */
export function bytesUsed(place: string): number {
  if (!isPostgres(place)) return bytesOfFile(storePath(place));
  const reader = openReader(place);
  try {
    return reader.bytes();
  } finally {
    reader.close();
  }
}

function prepareForWriting(connection: Connection): void {
  refuseStrangers(connection);
  if (connection.dialect === 'sqlite') {
    switchToWal(connection);
    connection.exec('PRAGMA foreign_keys = ON');
    connection.all(`PRAGMA cache_size = -${cacheKilobytes}`);
    connection.all(`PRAGMA wal_autocheckpoint = ${logPages}`);
  }
  migrate(connection);
}

/** SQLite does not wait for others when it changes the mode, which happens once, when processes race to create the store. */
function switchToWal(connection: Connection, attempts = 200): void {
  try {
    connection.all('PRAGMA journal_mode = WAL');
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'store/busy') || attempts === 0) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
    switchToWal(connection, attempts - 1);
  }
}
