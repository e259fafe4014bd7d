import type { Clock } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { numberOf, textOf } from '../row.ts';
import type { Value } from '../statement.ts';
import type { PostgresAddress } from './address.ts';
import { isLost, postgresFault } from './postgres-fault.ts';
import { type DriverError, type PostgresThread, type Result, type Sent, startThread } from './postgres-thread.ts';

/** How long a writer waits for a lost server, or for somebody who must be alone, before it gives up. */
export const patienceMs = 60_000;
/** A reader holds nothing up that could not be asked again. */
const readerPatienceMs = 10_000;
/** A server that does not answer this long is taken for lost. It is above what a statement waits for locks. */
const answerMs = 30_000;
const connectMs = 20_000;
/** Between attempts to connect again. */
const pauseMs = 250;
/** More statements than this go in several messages. */
const mostAtOnce = 1000;

/** The connection is gone; whether to try again is for the caller to decide. */
export class LostConnection extends Error {
  readonly error: DriverError;
  constructor(error: DriverError) {
    super(error.message);
    this.error = error;
  }
}

/** A connection that can be made anew. */
export class PostgresLink {
  readonly #thread: PostgresThread = startThread();
  readonly #address: PostgresAddress;
  readonly #settings: readonly Sent[];
  readonly #patienceMs: number;
  #offsetMs = 0;
  #made = 0;
  /** What the server calls this session. */
  #session: readonly Value[] = [];
  /** By the server's clock: those of its clients differ. */
  readonly clock: Clock = { now: () => Date.now() + this.#offsetMs };

  /** Connects; a server that is not there now is a fault at once, one that is just starting is waited for. */
  constructor(address: PostgresAddress, readOnly: boolean) {
    this.#address = address;
    this.#settings = settings(address, readOnly);
    this.#patienceMs = readOnly ? readerPatienceMs : patienceMs;
    try {
      this.#first();
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** How often it was made. */
  get made(): number {
    return this.#made;
  }

  /** Sends statements in one go; throws a Fault, or `LostConnection`. */
  send(statements: readonly Sent[], timeoutMs = answerMs): Result[] {
    const results: Result[] = [];
    for (let from = 0; from < statements.length; from += mostAtOnce) {
      const answer = this.#thread.send(statements.slice(from, from + mostAtOnce), timeoutMs);
      if (answer.error !== undefined) throw this.#wrong(answer.error);
      results.push(...answer.results);
    }
    return results;
  }

  /** Runs `work`, and again where the connection was lost and came back in time. */
  patiently<T>(work: () => T): T {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof LostConnection)) throw error;
        this.#openAgain(error);
      }
    }
  }

  end(): void {
    this.#thread.end();
  }

  #wrong(error: DriverError): Fault | LostConnection {
    return isLost(error) ? new LostConnection(error) : postgresFault(error, this.#address.shown);
  }

  #first(): void {
    try {
      this.#open();
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      if (!error.error.fromServer) throw postgresFault(error.error, this.#address.shown);
      this.#openAgain(error);
    }
  }

  #open(): void {
    const { error } = this.#thread.open(this.#address.url, connectMs);
    if (error !== undefined) throw this.#wrong(error);
    const row = this.send(this.#settings).at(-1)?.rows[0] ?? {};
    this.#offsetMs = numberOf(row, 'now') - Date.now();
    if (this.#made > 0) this.send([{ text: endSession, values: this.#session }]);
    this.#session = [numberOf(row, 'pid'), textOf(row, 'begun')];
    this.#made += 1;
  }

  #gaveUp({ message, code }: DriverError): Fault {
    const { shown } = this.#address;
    const waited = `${this.#patienceMs / 1000} s`;
    return new Fault('store/lost-connection', `${shown} was lost (${message}) and did not come back in ${waited}`, {
      details: { store: shown, postgres: code },
    });
  }

  #openAgain({ error: lost }: LostConnection): void {
    for (const began = performance.now(); ;) {
      try {
        return this.#open();
      } catch (error) {
        if (!(error instanceof LostConnection)) throw error;
        if (performance.now() - began > this.#patienceMs) throw this.#gaveUp(lost);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      }
    }
  }
}

/**
 * What every session begins with. Locks of a client that vanished are let go when the server notices, so it must look; a commit that was
 * acknowledged must survive the server. The last one tells the server's time, and by what it knows the session.
 */
function settings({ schema }: PostgresAddress, readOnly: boolean): Sent[] {
  return [
    `SET search_path TO "${schema}"`,
    `SET lock_timeout = '10s'`,
    `SET idle_in_transaction_session_timeout = '60s'`,
    'SET tcp_keepalives_idle = 10',
    'SET tcp_keepalives_interval = 5',
    'SET tcp_keepalives_count = 3',
    `SET default_transaction_read_only = ${readOnly ? 'on' : 'off'}`,
    `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')`,
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now, pid, backend_start::text AS begun
     FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
  ].map((text) => ({ text, values: [] }));
}

/** Ends what the server still takes for a session of ours: its transaction may hold what the next one needs. A pid may be another's by now. */
const endSession = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2';
