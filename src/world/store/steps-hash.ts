import { createHash } from 'node:crypto';
import type { Hash } from '#foundation/kernel';
import type { Connection } from './connection.ts';
import { effectsOf } from './effects.ts';

/**
 * The hash over the recorded steps of a run: hashOf([[key, name, result], …]) in the order of the keys. It is no part of the run's hash,
 * because what a step records may hold times; it is what shows that a recorded step was lost or changed.
 */
export function hashSteps(connection: Connection, run: string): Hash {
  const hash = createHash('sha256').update('[');
  let isFirst = true;
  for (const { key, name, result } of effectsOf(connection, run)) {
    hash.update(`${isFirst ? '' : ','}${JSON.stringify([key, name, result])}`);
    isFirst = false;
  }
  return hash.update(']').digest('hex');
}
