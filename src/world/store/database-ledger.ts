import type { RunStatus } from '#foundation/contracts';
import type { Clock } from '#foundation/contracts/ports';
import { select, selectOne, write } from './ask.ts';
import { readBlob, writeBlob } from './blobs.ts';
import type { Connection } from './connection.ts';
import { effectsOf } from './effects.ts';
import type { Batch, Ending, EventEntry, Ledger } from './ledger.ts';
import { countLost } from './lost-calls.ts';
import { numberOf, textOf } from './row.ts';
import type { RunLock } from './run-lock.ts';
import { statements } from './statements.ts';
import { hashSteps } from './steps-hash.ts';

const pageSize = 1024;

/** Steps within this time after a forced write wait for the next one. */
export const syncAfterMs = 50;
/** On a slow disk they wait longer, so that forced writes take at most one part in so many of the time… */
export const syncShare = 40;
/** …but never longer than this: it is what a power cut can undo. A forced write was seen to cost 0.4 to 20 ms. */
export const syncAtLatestMs = 1000;

/** A run of the database that this process may write, because it holds the lock. */
export interface HeldRun {
  readonly run: string;
  readonly status: RunStatus;
  readonly lock: RunLock;
  /** Called once, when the run is let go. */
  onRelease(): void;
}

/** Records a run in the database; every commit renews the lock, so a writer that lost it writes nothing more. */
export function createDatabaseLedger(connection: Connection, clock: Clock, held: HeldRun): Ledger {
  const { run, lock } = held;
  const count = selectOne(connection, statements.countEvents, { run });
  // In a run without effects at the start only this process's own can be found, so most steps need not ask the database.
  const isFresh = selectOne(connection, statements.anyEffect, { run }) === undefined;
  const written = new Set<string>();
  const lost = lostCalls(connection, run);
  let released = false;
  let syncedAt = clock.now();
  let waitMs = syncAfterMs;
  // Not `>=` alone: a clock that is set back must not put the next sync off.
  const isDue = (): boolean => Math.abs(clock.now() - syncedAt) >= waitMs;
  const letGo = (): void => {
    released = true;
    held.onRelease();
  };
  return {
    run,
    status: held.status,
    length: numberOf(count ?? {}, 'n'),
    eventsFrom: (position) => eventsFrom(connection, run, position),
    effect(key) {
      if (isFresh && !written.has(key)) return undefined;
      const row = selectOne(connection, statements.getEffect, { run, key });
      return row === undefined ? undefined : { key, name: textOf(row, 'name'), result: textOf(row, 'result') };
    },
    repeatedCalls: () => repeatedCalls(connection, run),
    hasLostCalls: lost.size > 0,
    lostCalls: (key) => lost.get(key.slice(0, attemptDigits)) ?? 0,
    hasBlob: (hash) => selectOne(connection, statements.findBlob, { hash }) !== undefined,
    getBlob: (hash) => readBlob(connection, hash),
    commit(batch) {
      const sync = batch.durability === 'now' || (batch.durability === 'soon' && isDue());
      const begun = clock.now();
      connection.transaction(() => {
        lock.renew();
        writeBatch(connection, run, batch);
        if (batch.ending === undefined) return;
        writeEnding(connection, run, batch.ending, clock);
        lock.release();
      }, sync);
      if (sync) {
        syncedAt = clock.now();
        waitMs = Math.min(syncAtLatestMs, Math.max(syncAfterMs, syncShare * (syncedAt - begun)));
      }
      if (isFresh) for (const { key } of batch.effects) written.add(key);
      if (batch.ending !== undefined) letGo();
    },
    release() {
      if (released) return;
      letGo();
      connection.transaction(() => lock.release(), false);
    },
  };
}

function eventsFrom(connection: Connection, run: string, position: number): EventEntry[] {
  const rows = select(connection, statements.eventsFrom, { run, from: position, limit: pageSize });
  return rows.map((row) => ({ type: textOf(row, 'type'), text: textOf(row, 'data') }));
}

function writeBatch(connection: Connection, run: string, batch: Batch): void {
  // In one order for all writers: two that add the same blobs in different orders would wait for each other.
  for (const hash of [...batch.blobs.keys()].toSorted()) writeBlob(connection, hash, batch.blobs.get(hash)!);
  let seq = batch.from;
  for (const { type, text } of batch.events) {
    write(connection, statements.addEvent, { run, seq, type, data: text });
    seq += 1;
  }
  for (const { key, name, result } of batch.effects) {
    write(connection, statements.addEffect, { run, key, name, result });
  }
  if (batch.attempts.length > 0) {
    const keys = batch.attempts.map((key) => key.slice(0, attemptDigits)).join('');
    write(connection, statements.addAttempt, { run, keys });
  }
  for (const { hash, text } of batch.certificates) {
    write(connection, statements.addCertificate, { run, hash, content: text });
  }
}

/** Digits of a key that are kept of an attempt: enough that two of a run never meet. */
const attemptDigits = 32;

function* attemptsOf(connection: Connection, run: string): Generator<string> {
  for (const row of select(connection, statements.attemptsOf, { run })) {
    const keys = textOf(row, 'keys');
    for (let at = 0; at < keys.length; at += attemptDigits) yield keys.slice(at, at + attemptDigits);
  }
}

function repeatedCalls(connection: Connection, run: string): number {
  const all = [...attemptsOf(connection, run)];
  return all.length - new Set(all).size;
}

/** As the run was found: what begins later is under way, not lost. */
function lostCalls(connection: Connection, run: string): ReadonlyMap<string, number> {
  const attempts = [...attemptsOf(connection, run)];
  if (attempts.length === 0) return new Map();
  const recorded = new Set<string>();
  for (const { key } of effectsOf(connection, run)) recorded.add(key.slice(0, attemptDigits));
  return countLost(attempts, (key) => recorded.has(key));
}

function writeEnding(connection: Connection, run: string, ending: Ending, clock: Clock): void {
  const { status, hash, summary } = ending;
  const steps = hashSteps(connection, run);
  write(connection, statements.endRun, { status, hash, summary, steps, now: clock.now(), run });
}
