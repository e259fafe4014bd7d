import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '#kernel';
import { connect, type Connection } from './connection.ts';
import { migrate, refuseStrangers, requireNewest } from './migrate.ts';
import { thisProcess } from './owner.ts';
import { createReader, type StoreReader } from './reader.ts';
import { refuseTruncated } from './refuse-truncated.ts';
import { createRunWriter } from './run-writer.ts';
import type { Store, StoreOptions } from './store.ts';

/**
 * Keys are hashes, so a commit touches pages all over the tables: they must stay in memory, and the log must gather several commits
 * before it is moved into the tables, or the same pages are written again with every commit.
 */
const cacheKilobytes = 32_000;
const logPages = 8000;

/** The database file of a workspace. */
export function storePath(workspace: string): string {
  return join(workspace, 'pawl.db');
}

/**
 * Opens the run store of a workspace, creating it unless `readOnly`. Any number of processes may have it open.
 *
 * WAL, so that readers never wait for a writer. Every commit survives the death of the process (synchronous=NORMAL). A run
 * created, flushed or ended is forced to the disk (FULL) and survives a power cut; so is a step, unless the last forced write
 * was less than 50 ms ago, or less than forty times what it cost (a second at most): that much acknowledged work a power cut
 * undoes, and resuming does it again. A forced write syncs the whole log, and with it all commits before.
 */
export function openStore(workspace: string, options: StoreOptions & { readonly readOnly: true }): StoreReader;
export function openStore(workspace: string, options?: StoreOptions & { readonly readOnly?: false }): Store;
export function openStore(
  workspace: string,
  options: StoreOptions & { readonly readOnly?: boolean } = {},
): Store | StoreReader {
  const path = storePath(workspace);
  const { mask, clock = { now: Date.now }, owner = thisProcess(), readOnly = false, afterWrite } = options;
  if (readOnly && !existsSync(path)) throw new Fault('store/missing', `no store at ${path}`, { details: { path } });
  if (!readOnly) createFolder(workspace);
  const connection = connect(path, { readOnly, afterWrite });
  try {
    refuseTruncated(connection);
    if (readOnly) requireNewest(connection);
    else prepareForWriting(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  const reader = createReader(connection, mask);
  return readOnly ? reader : { ...reader, ...createRunWriter(connection, { clock, owner }) };
}

function createFolder(workspace: string): void {
  try {
    mkdirSync(workspace, { recursive: true });
  } catch (cause) {
    throw new Fault('store/unwritable', `cannot create ${workspace}`, { details: { workspace }, cause });
  }
}

function prepareForWriting(connection: Connection): void {
  refuseStrangers(connection);
  switchToWal(connection);
  connection.exec('PRAGMA foreign_keys = ON');
  connection.all(`PRAGMA cache_size = -${cacheKilobytes}`);
  connection.all(`PRAGMA wal_autocheckpoint = ${logPages}`);
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
