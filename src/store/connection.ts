import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { Fault } from '#kernel';
import { databaseFault } from './database-fault.ts';

/** What SQLite stores. */
export type Value = null | number | string | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

/** One connection to the database file. Everything it throws is a Fault. */
export interface Connection {
  readonly path: string;
  all(sql: string, params?: readonly Value[]): Row[];
  get(sql: string, params?: readonly Value[]): Row | undefined;
  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, params?: readonly Value[]): number;
  exec(sql: string): void;
  /** All of `work` or nothing. A `durable` one reaches the disk before this returns; others may be lost to a power cut. */
  transaction<T>(work: () => T, durable: boolean): T;
  close(): void;
}

export interface ConnectionOptions {
  readonly readOnly?: boolean;
  /** Told after each statement that writes; tests look at the files, or throw. */
  readonly afterWrite?: ((sql: string) => void) | undefined;
}

/** Milliseconds a statement waits for another process's transaction. */
const busyTimeoutMs = 10_000;

/** Opens the file, creating it unless `readOnly`. The driver ignores its own `readonly` option, hence the URI. */
export function connect(path: string, options: ConnectionOptions = {}): Connection {
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw databaseFault(error, path);
    }
  };
  const uri = `file:${pathToFileURL(path).pathname}?mode=${options.readOnly === true ? 'ro' : 'rwc'}`;
  const database = guard(() => new Database(uri, { timeout: busyTimeoutMs }));
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  let synchronous = '';
  const exec = (sql: string): void => {
    guard(() => database.exec(sql));
    options.afterWrite?.(sql);
  };
  const all = (sql: string, params: readonly Value[] = []): Row[] =>
    guard(() =>
      prepare(sql)
        .all([...params])
        .map(asRow),
    );

  return {
    path,
    all,
    get: (sql, params) => all(sql, params)[0],
    run(sql, params = []) {
      const { changes } = guard(() => prepare(sql).run([...params]));
      options.afterWrite?.(sql);
      return changes;
    },
    exec,
    transaction(work, durable) {
      const wanted = durable ? 'FULL' : 'NORMAL';
      if (synchronous !== wanted) guard(() => database.exec(`PRAGMA synchronous = ${wanted}`));
      synchronous = wanted;
      exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        exec('COMMIT');
        return result;
      } catch (error) {
        if (database.open && database.inTransaction) guard(() => database.exec('ROLLBACK'));
        throw error;
      }
    },
    close() {
      if (database.open) database.close();
    },
  };
}

function asRow(row: unknown): Row {
  if (typeof row !== 'object' || row === null) throw new Fault('store/corrupt', `expected a row, got ${String(row)}`);
  return { ...row };
}
