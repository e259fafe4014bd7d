import type { RunStatus } from '#contracts';
import type { Clock } from '#contracts/ports';
import { readBlob, writeBlob } from './blobs.ts';
import type { Connection } from './connection.ts';
import type { Batch, Ending, EventEntry, Ledger } from './ledger.ts';
import { countLost } from './lost-calls.ts';
import { asBytes, numberOf, textOf } from './row.ts';
import type { RunLock } from './run-lock.ts';
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
export function createSqliteLedger(connection: Connection, clock: Clock, held: HeldRun): Ledger {
  const { run, lock } = held;
  const count = connection.get('SELECT count(*) AS n FROM events WHERE run = ?', [run]);
  // In a run without effects at the start only this process's own can be found, so most steps need not ask the database.
  const isFresh = connection.get('SELECT 1 AS one FROM effects WHERE run = ? LIMIT 1', [run]) === undefined;
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
      const row = connection.get(`SELECT ${asBytes('name', 'result')} FROM effects WHERE run = ? AND key = ?`, [
        run,
        key,
      ]);
      return row === undefined ? undefined : { key, name: textOf(row, 'name'), result: textOf(row, 'result') };
    },
    repeatedCalls: () => repeatedCalls(connection, run),
    hasLostCalls: lost.size > 0,
    lostCalls: (key) => lost.get(key.slice(0, attemptDigits)) ?? 0,
    hasBlob: (hash) => connection.get('SELECT 1 AS one FROM blobs WHERE hash = ?', [hash]) !== undefined,
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
  const sql = `SELECT ${asBytes('type', 'data')} FROM events WHERE run = ? AND seq >= ? ORDER BY seq LIMIT ?`;
  return connection
    .all(sql, [run, position, pageSize])
    .map((row) => ({ type: textOf(row, 'type'), text: textOf(row, 'data') }));
}

function writeBatch(connection: Connection, run: string, batch: Batch): void {
  for (const [hash, bytes] of batch.blobs) writeBlob(connection, hash, bytes);
  let seq = batch.from;
  for (const { type, text } of batch.events) {
    connection.run('INSERT INTO events (run, seq, type, data) VALUES (?, ?, ?, ?)', [run, seq, type, text]);
    seq += 1;
  }
  for (const { key, name, result } of batch.effects) {
    connection.run('INSERT INTO effects (run, key, name, result) VALUES (?, ?, ?, ?)', [run, key, name, result]);
  }
  if (batch.attempts.length > 0) {
    const keys = batch.attempts.map((key) => key.slice(0, attemptDigits)).join('');
    connection.run('INSERT INTO attempts (run, keys) VALUES (?, ?)', [run, keys]);
  }
  for (const { hash, text } of batch.certificates) {
    const sql = 'INSERT INTO certificates (run, hash, content) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    connection.run(sql, [run, hash, text]);
  }
}

/** Digits of a key that are kept of an attempt: enough that two of a run never meet. */
const attemptDigits = 32;

function* attemptsOf(connection: Connection, run: string): Generator<string> {
  for (const row of connection.all(`SELECT ${asBytes('keys')} FROM attempts WHERE run = ?`, [run])) {
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
  const rows = connection.all(`SELECT ${asBytes('key')} FROM effects WHERE run = ?`, [run]);
  const recorded = new Set(rows.map((row) => textOf(row, 'key').slice(0, attemptDigits)));
  return countLost(attempts, (key) => recorded.has(key));
}

function writeEnding(connection: Connection, run: string, ending: Ending, clock: Clock): void {
  connection.run('UPDATE runs SET status = ?, hash = ?, summary = ?, steps = ?, ended_at = ? WHERE id = ?', [
    ending.status,
    ending.hash,
    ending.summary,
    hashSteps(connection, run),
    clock.now(),
    run,
  ]);
}
