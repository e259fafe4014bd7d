import type { Clock } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { changeEach, select, selectOne, write } from './ask.ts';
import type { Connection } from './connection.ts';
import type { Owner } from './owner.ts';
import { bytesOf, numberOf, textOf } from './row.ts';
import { lockRun } from './run-lock.ts';
import { statements } from './statements.ts';

const hashes = /[0-9a-f]{64}/gu;

/** What a run has, in an order that leaves no row naming one that is gone. */
const inOrder = [
  statements.clearEvents,
  statements.clearEffects,
  statements.clearCertificates,
  statements.clearAttempts,
  statements.clearLocks,
  statements.clearNotes,
  statements.deleteRun,
];

/** Where a run may name blobs. */
const texts = [
  statements.textOfConfig,
  statements.textOfSummary,
  statements.textsOfEvents,
  statements.textsOfCertificates,
  statements.textsOfEffects,
];

/** Bytes that the rows of a run take: events, certificates, recorded results. Results that runs share are counted for each. */
export function sizeOfRun(connection: Connection, run: string): number {
  return numberOf(selectOne(connection, statements.sizeOfRun, { run }) ?? {}, 'size');
}

/**
 * Deletes runs with everything that only they use, and returns how many blobs went. A run that somebody writes is refused, and then nothing is
 * deleted. A blob stays while any other run names it, or a blob that one names.
 */
export function deleteRuns(connection: Connection, runs: readonly string[], owner: Owner, clock: Clock): number {
  const work = (): number => {
    for (const run of runs) {
      if (selectOne(connection, statements.findRun, { id: run }) === undefined) {
        throw new Fault('store/unknown-run', `there is no run ${run}`, { details: { run } });
      }
      lockRun(connection, run, owner, clock);
    }
    const others = select(connection, statements.runIds, {})
      .map((row) => textOf(row, 'id'))
      .filter((id) => !runs.includes(id));
    const gone = new Set(runs.flatMap((run) => [...namedBy(connection, run)]));
    for (const run of others) for (const hash of namedBy(connection, run)) gone.delete(hash);
    for (const run of runs) {
      for (const statement of inOrder) write(connection, statement, { run });
    }
    const blobs = [...gone].map((hash) => ({ hash }));
    return changeEach(connection, statements.deleteBlob, blobs);
  };
  return connection.transaction(work, true, true);
}

/** Hashes of all blobs that a run names, directly or through a blob that it names. */
function namedBy(connection: Connection, run: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting: string[] = [];
  const read = (text: string): void => {
    for (const [hash] of text.matchAll(hashes)) {
      if (found.has(hash)) continue;
      found.add(hash);
      waiting.push(hash);
    }
  };
  for (const statement of texts) for (const row of select(connection, statement, { run })) read(textOf(row, 'text'));
  for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
    const row = selectOne(connection, statements.getBlob, { hash });
    if (row !== undefined) read(Buffer.from(bytesOf(row, 'bytes')).toString('latin1'));
  }
  return found;
}
