import { Fault } from '#foundation/kernel';
import type { Connection, ConnectionOptions, Row } from '../connection.ts';
import type { Value } from '../statement.ts';
import { type PostgresAddress, readAddress } from './address.ts';
import { CommitCounter } from './commit-counter.ts';
import { LostConnection, patienceMs, PostgresLink } from './postgres-link.ts';
import type { Result, Sent } from './postgres-thread.ts';

/** "Pawl" in ASCII: advisory locks of other programs in the database have other numbers. */
const lockSpace = 0x5061776c;

const statement = (text: string): Sent => ({ text, values: [] });

/** Opens the store at an address. */
export function connectPostgres(place: string, options: ConnectionOptions = {}): Connection {
  return new PostgresConnection(readAddress(place), options);
}

/**
 * One connection to PostgreSQL, waited for. Statements that nobody waits for are sent with the next one, so that a commit of the journal
 * is two messages. Every commit survives a crash of the server before it returns, whatever `durable` says: a writer outlives the server and
 * goes on.
 */
class PostgresConnection implements Connection {
  readonly dialect = 'postgres';
  readonly path: string;
  readonly clock: Connection['clock'];
  readonly #address: PostgresAddress;
  readonly #afterWrite: ConnectionOptions['afterWrite'];
  readonly #link: PostgresLink;
  /** Readers commit nothing. */
  readonly #commits: CommitCounter | undefined;
  /** What is sent with the next statement; only inside a transaction. */
  #waiting: Sent[] | undefined;
  #isOpen = true;

  constructor(address: PostgresAddress, { readOnly = false, afterWrite }: ConnectionOptions) {
    this.#address = address;
    this.#afterWrite = afterWrite;
    this.path = address.shown;
    this.#link = new PostgresLink(address, readOnly);
    this.clock = this.#link.clock;
    this.#commits = readOnly ? undefined : new CommitCounter(this.#link, address);
  }

  all(text: string, values: readonly Value[] = []): Row[] {
    return this.#exchange([{ text, values }]).flatMap(({ rows }) => rows);
  }

  get(text: string, values?: readonly Value[]): Row | undefined {
    return this.all(text, values)[0];
  }

  run(text: string, values: readonly Value[] = []): number {
    return this.runEach(text, [values]);
  }

  runEach(text: string, lists: readonly (readonly Value[])[]): number {
    const results = this.#exchange(lists.map((values) => ({ text, values })));
    this.#afterWrite?.(text);
    return results.reduce((sum, { count }) => sum + count, 0);
  }

  write(text: string, values: readonly Value[] = []): void {
    if (this.#waiting === undefined) this.#exchange([{ text, values }]);
    else this.#waiting.push({ text, values });
    this.#afterWrite?.(text);
  }

  exec(text: string): void {
    this.run(text);
  }

  transaction<T>(work: () => T, _durable: boolean, alone = false): T {
    for (const began = performance.now(); ;) {
      try {
        return this.#link.patiently(() => this.#attempt(work, alone));
      } catch (error) {
        if (!isInTheWay(error) || performance.now() - began > patienceMs) throw error;
      }
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#commits?.end();
    this.#link.end();
  }

  /** Outside a transaction all statements only read, so that they may be asked again. */
  #exchange(statements: readonly Sent[]): readonly Result[] {
    this.#requireOpen();
    if (this.#waiting === undefined) return this.#link.patiently(() => this.#link.send(statements));
    const before = this.#waiting.splice(0);
    return this.#link.send([...before, ...statements]).slice(before.length);
  }

  #attempt<T>(work: () => T, alone: boolean): T {
    this.#requireOpen();
    this.#commits?.begin();
    this.#waiting = this.#beginning(alone);
    try {
      const result = work();
      const last = this.#waiting.splice(0);
      if (this.#commits === undefined) this.#link.send([...last, statement('COMMIT')]);
      else this.#commits.commit(last);
      this.#afterWrite?.('COMMIT');
      return result;
    } catch (error) {
      if (!(error instanceof LostConnection)) this.#rollBack();
      throw error;
    } finally {
      this.#waiting = undefined;
    }
  }

  /** A reader sees one moment; a writer keeps out those that must be alone, or, where it must itself, all others. */
  #beginning(alone: boolean): Sent[] {
    if (this.#commits === undefined) return [statement('BEGIN ISOLATION LEVEL REPEATABLE READ')];
    const kind = alone ? '' : '_shared';
    const lock = `SELECT pg_advisory_xact_lock${kind}(${lockSpace}, hashtext('${this.#address.schema}'))`;
    return [statement('BEGIN'), statement(lock)];
  }

  /** The server may have rolled back by itself; what made it so is what the caller hears. */
  #rollBack(): void {
    try {
      this.#link.send([statement('ROLLBACK')]);
    } catch {
      // A connection that is gone has rolled back.
    }
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new Fault('store/closed', `${this.path} is closed`);
  }
}

/** Whether others were faster, or somebody must be alone: what the server ended, deadlocks too, left nothing behind. */
function isInTheWay(error: unknown): boolean {
  return error instanceof Fault && error.code === 'store/busy';
}
