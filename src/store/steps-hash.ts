import { createHash } from 'node:crypto';
import type { Hash } from '#kernel';
import type { Connection } from './connection.ts';
import { asBytes, textOf } from './row.ts';

const pageSize = 1024;

/**
 * The hash over the recorded steps of a run: hashOf([[key, name, result], …]) in the order of the keys. It is no part of the run's hash,
 * because what a step records may hold times; it is what shows that a recorded step was lost or changed.
 */
export function hashSteps(connection: Connection, run: string): Hash {
  const sql = `SELECT ${asBytes('key', 'name', 'result')} FROM effects WHERE run = ? AND effects.key > ? ORDER BY effects.key LIMIT ${pageSize}`;
  const hash = createHash('sha256').update('[');
  for (let last = '', isFirst = true; ;) {
    const rows = connection.all(sql, [run, last]);
    for (const row of rows) {
      last = textOf(row, 'key');
      hash.update(`${isFirst ? '' : ','}${JSON.stringify([last, textOf(row, 'name'), textOf(row, 'result')])}`);
      isFirst = false;
    }
    if (rows.length < pageSize) return hash.update(']').digest('hex');
  }
}
