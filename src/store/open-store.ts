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

/** The database file of a workspace. */
export function storePath(workspace: string): string {
  return join(workspace, 'pawl.db');
}

/**
 * Opens the run store of a workspace, creating it unless `readOnly`. Any number of processes may have it open.
 *
 * WAL, so that readers never wait for a writer. A commit that acknowledges something (a run created, a step done, a run
 * ended) is synchronous=FULL and survives a power cut; commits that only make room in memory are NORMAL, survive the death
 * of the process, and become durable with the next FULL one, which syncs the whole log.
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
  return readOnly ? reader : { ...reader, ...createRunWriter(connection, { mask, clock, owner }) };
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
  connection.all('PRAGMA journal_mode = WAL');
  connection.exec('PRAGMA foreign_keys = ON');
  migrate(connection);
}
