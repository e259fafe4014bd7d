import type { Clock } from '#contracts/ports';
import { Fault } from '#kernel';
import type { Connection } from './connection.ts';
import type { Owner } from './owner.ts';
import { asBytes, bytesOf, numberOf, textOf } from './row.ts';
import { lockRun } from './run-lock.ts';

const hashes = /[0-9a-f]{64}/gu;

/** Bytes that the rows of a run take: events, certificates, recorded results. Results that runs share are counted for each. */
export function sizeOfRun(connection: Connection, run: string): number {
  const row = connection.get(
    `SELECT (SELECT coalesce(sum(length(data)), 0) FROM events WHERE run = ?1)
       + (SELECT coalesce(sum(length(content)), 0) FROM certificates WHERE run = ?1)
       + (SELECT coalesce(sum(length(bytes)), 0) FROM blobs WHERE hash IN (SELECT result FROM effects WHERE run = ?1)) AS size`,
    [run],
  );
  return numberOf(row ?? {}, 'size');
}

/**
 * Deletes runs with everything that only they use, and returns how many blobs went. A run that somebody writes is refused, and then nothing is
 * deleted. A blob stays while any other run names it, or a blob that one names.
 */
export function deleteRuns(connection: Connection, runs: readonly string[], owner: Owner, clock: Clock): number {
  return connection.transaction(() => {
    for (const run of runs) {
      if (connection.get('SELECT 1 AS one FROM runs WHERE id = ?', [run]) === undefined) {
        throw new Fault('store/unknown-run', `there is no run ${run}`, { details: { run } });
      }
      lockRun(connection, run, owner, clock);
    }
    const others = connection
      .all(`SELECT ${asBytes('id')} FROM runs`)
      .map((row) => textOf(row, 'id'))
      .filter((id) => !runs.includes(id));
    const gone = new Set(runs.flatMap((run) => [...namedBy(connection, run)]));
    for (const run of others) for (const hash of namedBy(connection, run)) gone.delete(hash);
    for (const run of runs) {
      for (const table of ['events', 'effects', 'certificates', 'attempts', 'locks']) {
        connection.run(`DELETE FROM ${table} WHERE run = ?`, [run]);
      }
      connection.run('DELETE FROM runs WHERE id = ?', [run]);
    }
    let count = 0;
    for (const hash of gone) count += connection.run('DELETE FROM blobs WHERE hash = ?', [hash]);
    return count;
  }, true);
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
  const texts = [
    `SELECT ${asBytes('config')} FROM runs WHERE id = ?`,
    `SELECT CAST(summary AS BLOB) AS config FROM runs WHERE id = ? AND summary IS NOT NULL`,
    `SELECT CAST(data AS BLOB) AS config FROM events WHERE run = ?`,
    `SELECT CAST(content AS BLOB) AS config FROM certificates WHERE run = ?`,
    `SELECT CAST(result AS BLOB) AS config FROM effects WHERE run = ?`,
  ];
  for (const sql of texts) for (const row of connection.all(sql, [run])) read(textOf(row, 'config'));
  for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
    const row = connection.get('SELECT bytes FROM blobs WHERE hash = ?', [hash]);
    if (row !== undefined) read(Buffer.from(bytesOf(row, 'bytes')).toString('latin1'));
  }
  return found;
}
