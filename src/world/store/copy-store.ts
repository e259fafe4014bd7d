import { select, write } from './ask.ts';
import type { Connection, Row } from './connection.ts';
import { effectsOf } from './effects.ts';
import { bytesOf, numberOf, textOf } from './row.ts';
import { statements } from './statements.ts';

const eventsAtOnce = 1024;
/** Fewer, for one may be large. */
const blobsAtOnce = 32;

/**
 * Copies all runs, with everything they name, into a store without runs, as they stand at one moment. Locks are left behind: who holds one
 * writes there, not here.
 */
export function copyStore(from: Connection, to: Connection): void {
  from.transaction(() => {
    const runs = select(from, statements.listRuns, {});
    const copy = (): void => {
      copyBlobs(from, to);
      for (const row of runs) copyRun(from, to, row);
    };
    to.transaction(copy, true, true);
  }, false);
}

function copyBlobs(from: Connection, to: Connection): void {
  for (let after = ''; ;) {
    const rows = select(from, statements.blobsAfter, { after, limit: blobsAtOnce });
    for (const row of rows) {
      after = textOf(row, 'hash');
      write(to, statements.addBlob, { hash: after, bytes: bytesOf(row, 'bytes') });
    }
    if (rows.length < blobsAtOnce) return;
  }
}

function copyRun(from: Connection, to: Connection, row: Row): void {
  const run = textOf(row, 'id');
  const text = (column: string): string | null => (row[column] === null ? null : textOf(row, column));
  write(to, statements.addWholeRun, {
    id: run,
    loop: text('loop'),
    seed: numberOf(row, 'seed'),
    config: text('config'),
    status: text('status'),
    started: numberOf(row, 'started_at'),
    ended: row['ended_at'] === null ? null : numberOf(row, 'ended_at'),
    hash: text('hash'),
    summary: text('summary'),
    steps: text('steps'),
  });
  copyEvents(from, to, run);
  for (const { key, name, result } of effectsOf(from, run)) write(to, statements.addEffect, { run, key, name, result });
  for (const one of select(from, statements.attemptsOf, { run })) {
    write(to, statements.addAttempt, { run, keys: textOf(one, 'keys') });
  }
  for (const one of select(from, statements.notesOf, { run })) {
    write(to, statements.setNote, { run, about: textOf(one, 'about'), content: textOf(one, 'content') });
  }
  for (const one of select(from, statements.certificatesOf, { run })) {
    write(to, statements.addCertificate, { run, hash: textOf(one, 'hash'), content: textOf(one, 'content') });
  }
}

function copyEvents(from: Connection, to: Connection, run: string): void {
  for (let next = 0; ;) {
    const rows = select(from, statements.eventsFrom, { run, from: next, limit: eventsAtOnce });
    for (const row of rows) {
      const seq = numberOf(row, 'seq');
      write(to, statements.addEvent, { run, seq, type: textOf(row, 'type'), data: textOf(row, 'data') });
      next = seq + 1;
    }
    if (rows.length < eventsAtOnce) return;
  }
}
