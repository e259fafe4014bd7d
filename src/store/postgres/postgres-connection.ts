import { Fault } from '#kernel';
import type { Connection, ConnectionOptions, Row } from '../connection.ts';
import type { Value } from '../statement.ts';
import { readAddress } from './address.ts';
import { CommitCounter } from './commit-counter.ts';
import { LostConnection, openLink, type PostgresLink } from './postgres-link.ts';
import type { Result, Sent } from './postgres-thread.ts';

/** "Pawl" in ASCII: advisory locks of other programs in the database have other numbers. */
const lockSpace = 0x5061776c;
/** Deadlocks are ended by the server, and what it ended is tried again so often. */
const mostRetries = 5;

/**
 * One connection to PostgreSQL, waited for. Statements that nobody waits for are sent with the next one, so that a commit of the journal
 * is two messages. Every commit survives a crash of the server before it returns, whatever `durable` says: a writer outlives the server and goes on.
 */
export function connectPostgres(place: string, options: ConnectionOptions = {}): Connection {
  const address = readAddress(place);
  const readOnly = options.readOnly === true;
  const link = openLink(address, readOnly);
  const commits = readOnly ? undefined : new CommitCounter(link, address);
  let waiting: Sent[] | undefined;
  let isOpen = true;

  const exchange = (statements: readonly Sent[]): readonly Result[] => {
    if (!isOpen) throw new Fault('store/closed', `${address.shown} is closed`);
    if (waiting === undefined) return link.patiently(() => link.send(statements));
    const before = waiting.length;
    const results = link.send([...waiting.splice(0), ...statements]);
    return results.slice(before);
  };
  const one = (text: string, values: readonly Value[] = []): Result => {
    const [result] = exchange([{ text, values }]);
    return result ?? { rows: [], count: 0, command: '' };
  };
  const run = (text: string, values?: readonly Value[]): number => {
    const { count } = one(text, values);
    options.afterWrite?.(text);
    return count;
  };

  const attempt = <T>(work: () => T, alone: boolean): T => {
    if (!isOpen) throw new Fault('store/closed', `${address.shown} is closed`);
    commits?.begin();
    const lock = `pg_advisory_xact_lock${alone ? '' : '_shared'}(${lockSpace}, hashtext('${address.schema}'))`;
    waiting = [
      { text: readOnly ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN', values: [] },
      ...(readOnly ? [] : [{ text: `SELECT ${lock}`, values: [] }]),
    ];
    try {
      const result = work();
      const last = [...waiting.splice(0)];
      if (commits === undefined) link.send([...last, { text: 'COMMIT', values: [] }]);
      else commits.commit(last);
      options.afterWrite?.('COMMIT');
      return result;
    } catch (error) {
      if (!(error instanceof LostConnection)) rollBack(link);
      throw error;
    } finally {
      waiting = undefined;
    }
  };

  return {
    dialect: 'postgres',
    path: address.shown,
    clock: link.clock,
    all: (text, values) => [...one(text, values).rows],
    get: (text, values): Row | undefined => one(text, values).rows[0],
    run,
    runEach(text, lists) {
      const results = exchange(lists.map((values) => ({ text, values })));
      options.afterWrite?.(text);
      return results.reduce((sum, { count }) => sum + count, 0);
    },
    write(text, values = []) {
      if (waiting === undefined) return void run(text, values);
      waiting.push({ text, values });
      options.afterWrite?.(text);
    },
    exec: (text) => void run(text),
    transaction(work, _durable, alone = false) {
      for (let retries = 0; ; retries += 1) {
        try {
          return link.patiently(() => attempt(work, alone));
        } catch (error) {
          if (retries === mostRetries || !isDeadlock(error)) throw error;
        }
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      commits?.end();
      link.end();
    },
  };
}

/** The server may have rolled back by itself; what made it so is what the caller hears. */
function rollBack(link: PostgresLink): void {
  try {
    link.send([{ text: 'ROLLBACK', values: [] }]);
  } catch {
    // A connection that is gone has rolled back.
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Fault && String(error.details?.['postgres']).startsWith('40');
}
