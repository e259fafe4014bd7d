import type { Clock } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { change, selectOne, write } from './ask.ts';
import type { Connection, Row } from './connection.ts';
import type { Owner } from './owner.ts';
import { numberOf, textOf } from './row.ts';
import { statements } from './statements.ts';

/** A lock whose holder cannot be asked (another machine or container) is free this long after its last heartbeat. */
export const leaseMs = 60_000;
/** How often a holder shows that it lives. */
export const heartbeatMs = 10_000;

/** The right to write one run, held until released or the process dies. */
export interface RunLock {
  /** Renews the lease and throws when another writer took the run over; called in every writing transaction. */
  renew(): void;
  release(): void;
}

/**
 * Takes the lock of a run; call it inside a transaction. A dead holder of this place is replaced at once, one elsewhere when
 * its lease ran out. A live holder of this place keeps it however long it stood still: only death frees it.
 */
export function lockRun(connection: Connection, run: string, owner: Owner, clock: Clock): RunLock {
  const held = selectOne(connection, statements.getLock, { run });
  if (held !== undefined && isHeld(held, owner, clock.now())) {
    const [pid, place] = [numberOf(held, 'pid'), textOf(held, 'place')];
    throw new Fault('store/run-locked', `run ${run} is being written by process ${pid} on ${place.split(' ')[0]}`, {
      details: { run, pid, place },
    });
  }
  const token = owner.newToken();
  const { place, pid, born } = owner;
  write(connection, statements.takeLock, { run, token, place, pid, born, now: clock.now() });
  return {
    renew() {
      if (change(connection, statements.renewLock, { now: clock.now(), run, token }) === 1) return;
      throw new Fault('store/lock-lost', `run ${run} was taken over by another writer`, { details: { run } });
    },
    release() {
      write(connection, statements.releaseLock, { run, token });
    },
  };
}

/** Who holds the lock of a run, as a reader sees it. */
export function readHolder(
  connection: Connection,
  run: string,
  owner: Owner,
  now: number,
): { readonly pid: number; readonly isAlive: boolean; readonly isHere: boolean } | undefined {
  const held = selectOne(connection, statements.getLock, { run });
  if (held === undefined) return undefined;
  return {
    pid: numberOf(held, 'pid'),
    isAlive: isHeld(held, owner, now),
    isHere: textOf(held, 'place') === owner.place,
  };
}

function isHeld(held: Row, owner: Owner, now: number): boolean {
  if (textOf(held, 'place') === owner.place) return owner.isAlive(numberOf(held, 'pid'), textOf(held, 'born'));
  // A heartbeat from the future means that a clock was set back, not that its holder lives until then.
  return Math.abs(now - numberOf(held, 'heartbeat')) < leaseMs;
}
