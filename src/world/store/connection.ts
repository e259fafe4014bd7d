import type { Clock } from '#foundation/contracts/ports';
import type { Value } from './statement.ts';

export type Row = Readonly<Record<string, unknown>>;

/** One connection to a database. Everything it throws is a Fault. */
export interface Connection {
  readonly dialect: 'sqlite' | 'postgres';
  /** The file, or the address without its password: as people are told. */
  readonly path: string;
  /** By which locks are judged: that of the one place that all writers share. */
  readonly clock: Clock;
  all(sql: string, params?: readonly Value[]): Row[];
  get(sql: string, params?: readonly Value[]): Row | undefined;
  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, params?: readonly Value[]): number;
  /** Runs a statement once per list of values and returns how many rows it changed in all. */
  runEach(sql: string, lists: readonly (readonly Value[])[]): number;
  /** Runs a statement at the latest before the transaction commits: what is wrong with it is thrown by then. */
  write(sql: string, params?: readonly Value[]): void;
  exec(sql: string): void;
  /**
   * All of `work` or nothing. A `durable` one reaches the disk before this returns; others may be lost to a power cut. One that is `alone`
   * runs beside no other writer of the store, as all do in SQLite. `work` runs again where the connection was lost before the commit.
   */
  transaction<T>(work: () => T, durable: boolean, alone?: boolean): T;
  close(): void;
}

export interface ConnectionOptions {
  readonly readOnly?: boolean;
  /** Told after each statement that writes; tests look at the files, or throw. */
  readonly afterWrite?: ((sql: string) => void) | undefined;
}
