import type { Json, RunStatus } from '#foundation/contracts';
import type { Clock } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { selectOne, write } from './ask.ts';
import type { Connection } from './connection.ts';
import { createDatabaseLedger } from './database-ledger.ts';
import { deleteRuns } from './delete-run.ts';
import type { RunJournal } from './journal.ts';
import { LedgerJournal } from './ledger-journal.ts';
import type { Owner } from './owner.ts';
import { heartbeatMs, lockRun, type RunLock } from './run-lock.ts';
import { insertRun, reopenRun } from './runs.ts';
import { statements } from './statements.ts';
import type { Store } from './store.ts';

interface WriterPorts {
  readonly clock: Clock;
  readonly owner: Owner;
}

/** The writing half of a store. */
export function createRunWriter(
  connection: Connection,
  ports: WriterPorts,
): Pick<Store, 'createRun' | 'resumeRun' | 'deleteRuns' | 'note' | 'dropLocks' | 'shrink' | 'close'> {
  const { clock, owner } = ports;
  const journals = new Set<RunJournal>();

  const adopt = (run: string, status: RunStatus, lock: RunLock): RunJournal => {
    const stopBeating = beat(connection, lock);
    const onRelease = (): void => {
      stopBeating();
      journals.delete(journal);
    };
    const journal = new LedgerJournal(createDatabaseLedger(connection, clock, { run, status, lock, onRelease }));
    journals.add(journal);
    return journal;
  };

  return {
    createRun(spec) {
      const create = (): readonly [string, RunLock] => {
        const id = insertRun(connection, spec, clock);
        return [id, lockRun(connection, id, owner, clock)];
      };
      const [run, lock] = connection.transaction(create, true, true);
      return adopt(run, 'open', lock);
    },
    resumeRun(id) {
      const reopen = (): readonly [RunStatus, RunLock] => {
        const reopened = reopenRun(connection, id);
        return [reopened, lockRun(connection, id, owner, clock)];
      };
      const [status, lock] = connection.transaction(reopen, true, true);
      return adopt(id, status, lock);
    },
    deleteRuns: (ids) => deleteRuns(connection, ids, owner, clock),
    note: (run, content, call = '') => keepNote(connection, { run, about: call }, content),
    dropLocks: () => connection.transaction(() => write(connection, statements.dropLocks, {}), true, true),
    shrink() {
      try {
        connection.exec('VACUUM');
        // PostgreSQL keeps the room for what comes next.
        return connection.dialect === 'sqlite';
      } catch (error) {
        if (error instanceof Fault && error.code === 'store/busy') return false;
        throw error;
      }
    },
    close() {
      try {
        for (const journal of journals) journal.close();
      } finally {
        connection.close();
      }
    },
  };
}

/** Shows from time to time that the holder lives; it does not keep the process alive. */
function beat(connection: Connection, lock: RunLock): () => void {
  const timer = setInterval(() => {
    try {
      connection.transaction(() => lock.renew(), false);
    } catch {
      // Whatever is wrong meets the next commit, which renews too and has somebody to tell.
      clearInterval(timer);
    }
  }, heartbeatMs);
  timer.unref();
  return () => clearInterval(timer);
}

function keepNote(connection: Connection, at: { readonly run: string; readonly about: string }, content: Json): void {
  if (selectOne(connection, statements.findRun, { id: at.run }) === undefined) {
    throw new Fault('store/unknown-run', `there is no run ${at.run}`, { details: { run: at.run } });
  }
  const keep = (): void =>
    content === null
      ? write(connection, statements.dropNote, at)
      : write(connection, statements.setNote, { ...at, content: JSON.stringify(content) });
  connection.transaction(keep, true, true);
}
