import type { Clock } from '#contracts/ports';
import { Fault } from '#kernel';
import type { Row } from '../connection.ts';
import { numberOf, textOf } from '../row.ts';
import type { Value } from '../statement.ts';
import type { PostgresAddress } from './address.ts';
import { isLost, postgresFault } from './postgres-fault.ts';
import { type DriverError, type Result, type Sent, startThread } from './postgres-thread.ts';

/** How long a lost server is waited for before the command gives up. */
export const patienceMs = 60_000;
/** A server that does not answer this long is taken for lost. It is above what a statement waits for locks. */
const answerMs = 30_000;
const connectMs = 10_000;
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
export interface PostgresLink {
  readonly clock: Clock;
  /** How often it was made. */
  readonly made: number;
  /** Sends statements in one go; throws a Fault, or `LostConnection`. */
  send(statements: readonly Sent[], timeoutMs?: number): readonly Result[];
  /** Runs `work`, and again where the connection was lost and came back in time. */
  patiently<T>(work: () => T): T;
  end(): void;
}

/** Connects; a server that is not there now is a fault at once. */
export function openLink(address: PostgresAddress, readOnly: boolean): PostgresLink {
  const thread = startThread();
  let offsetMs = 0;
  let made = 0;
  let session: readonly Value[] = [];
  const send = (statements: readonly Sent[], timeoutMs = answerMs): Result[] => {
    const results: Result[] = [];
    for (let from = 0; from < statements.length; from += mostAtOnce) {
      const answer = thread.send(statements.slice(from, from + mostAtOnce), timeoutMs);
      if (answer.error !== undefined) {
        if (isLost(answer.error)) throw new LostConnection(answer.error);
        throw postgresFault(answer.error, address.shown);
      }
      results.push(...answer.results);
    }
    return results;
  };
  const open = (): void => {
    const { error } = thread.open(address.url, connectMs);
    if (error !== undefined) {
      if (isLost(error)) throw new LostConnection(error);
      throw postgresFault(error, address.shown);
    }
    const results = send(settings(address, readOnly).map((text) => ({ text, values: [] })));
    const { now, pid, begun } = sessionOf(results.at(-1)?.rows[0] ?? {});
    offsetMs = now - Date.now();
    if (made > 0) send([{ text: endSession, values: session }]);
    session = [pid, begun];
    made += 1;
  };
  const openAgain = (lost: LostConnection): void => {
    for (const began = performance.now(); ;) {
      try {
        open();
        return;
      } catch (error) {
        if (!(error instanceof LostConnection)) throw error;
        if (performance.now() - began > patienceMs) throw gaveUp(lost, address);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
      }
    }
  };
  try {
    open();
  } catch (error) {
    thread.end();
    throw error instanceof LostConnection ? postgresFault(error.error, address.shown) : error;
  }
  return {
    clock: { now: () => Date.now() + offsetMs },
    get made() {
      return made;
    },
    send,
    patiently(work) {
      for (;;) {
        try {
          return work();
        } catch (error) {
          if (!(error instanceof LostConnection)) throw error;
          openAgain(error);
        }
      }
    },
    end: () => thread.end(),
  };
}

function gaveUp({ error }: LostConnection, { shown }: PostgresAddress): Fault {
  return new Fault('store/lost-connection', `${shown} was lost (${error.message}) for ${patienceMs / 1000} s`, {
    details: { store: shown, postgres: error.code },
  });
}

/**
 * What every session begins with. Locks of a client that vanished are let go when the server notices, so it must look; a commit that was
 * acknowledged must survive the server. The last one tells the server's time, and by what it knows the session.
 */
function settings({ schema }: PostgresAddress, readOnly: boolean): string[] {
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
  ];
}

/** Ends what the server still takes for a session of ours: its transaction may hold what the next one needs. A pid may be another's by now. */
const endSession = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2';

function sessionOf(row: Row): { now: number; pid: number; begun: string } {
  return { now: numberOf(row, 'now'), pid: numberOf(row, 'pid'), begun: textOf(row, 'begun') };
}
