import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { Fault } from '#foundation/kernel';
import type { Connection, ConnectionOptions, Row } from './connection.ts';
import { databaseFault } from './database-fault.ts';
import type { Value } from './statement.ts';

/** Milliseconds a statement waits for another process's transaction. */
const busyTimeoutMs = 10_000;

/** Opens the file, creating it unless `readOnly`. */
export function connectSqlite(path: string, options: ConnectionOptions = {}): Connection {
  const readOnly = options.readOnly === true;
  const database = guard(path, () => openFile(path, readOnly));
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const ask = <T>(work: () => T): T => {
    if (!database.open) throw new Fault('store/closed', `${path} is closed`);
    return guard(path, work);
  };
  const exec = (sql: string): void => {
    ask(() => database.exec(sql));
    options.afterWrite?.(sql);
  };
  const all = (sql: string, params: readonly Value[] = []): Row[] =>
    ask(() => prepare(sql).all([...params])).map(asRow);
  const run = (sql: string, params: readonly Value[] = []): number => {
    const { changes } = ask(() => prepare(sql).run([...params]));
    options.afterWrite?.(sql);
    return changes;
  };
  let synchronous = '';

  return {
    dialect: 'sqlite',
    path,
    clock: { now: Date.now },
    all,
    get: (sql, params) => all(sql, params)[0],
    run,
    runEach: (sql, lists) => lists.reduce((sum, params) => sum + run(sql, params), 0),
    write: (sql, params) => void run(sql, params),
    exec,
    transaction(work, durable) {
      const wanted = durable ? 'FULL' : 'NORMAL';
      if (synchronous !== wanted) ask(() => database.exec(`PRAGMA synchronous = ${wanted}`));
      synchronous = wanted;
      try {
        exec('BEGIN IMMEDIATE');
        const result = work();
        exec('COMMIT');
        return result;
      } catch (error) {
        rollBack(database);
        throw error;
      }
    },
    close() {
      if (!database.open) return;
      if (!readOnly) emptyLog(database);
      statements.clear();
      database.close();
    },
  };
}

/** The driver ignores its own `readonly` option, hence the URI. */
function openFile(path: string, readOnly: boolean): Database.Database {
  const mode = readOnly ? (isFrozen(path) ? 'ro&immutable=1' : 'ro') : 'rwc';
  return new Database(`file:${pathToFileURL(path).pathname}?mode=${mode}`, { timeout: busyTimeoutMs });
}

/**
 * True for a store that this process could only read as a plain file: a reader in WAL mode makes a file beside it, which a
 * read-only folder refuses. Nobody else writes it either, for a writer would have left its log there.
 *
 * @source SQLite, Write-Ahead Logging §5, Read-Only Databases
 */
function isFrozen(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch {
    return !existsSync(`${path}-wal`);
  }
}

function guard<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw databaseFault(error, path);
  }
}

/** SQLite may have rolled back by itself, as on a full disk; what made it so is what the caller hears. */
function rollBack(database: Database.Database): void {
  try {
    if (database.open && database.inTransaction) database.exec('ROLLBACK');
  } catch {
    // The transaction never commits, and the next one on this connection fails.
  }
}

/**
 * Moves the log into the main file, so that `pawl.db` alone is the whole store. The driver really closes only when its
 * statements are collected as garbage, too late for SQLite to do it. Readers may prevent it; then the log just stays.
 */
function emptyLog(database: Database.Database): void {
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  } catch {
    // Not needed for safety: the log is part of the store.
  }
}

function asRow(row: unknown): Row {
  if (typeof row !== 'object' || row === null) throw new Fault('store/corrupt', `expected a row, got ${String(row)}`);
  return { ...row };
}
