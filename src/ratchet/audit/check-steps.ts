import type { Blobs } from '#foundation/contracts/ports';
import { hashOf } from '#foundation/kernel';
import type { AuditedRun } from './audited-run.ts';
import type { Deadline } from './deadline.ts';
import { parseBytes } from './parse-stored.ts';
import type { StoredEffect } from './recorded-steps.ts';

/** Recorded steps that are not those the run ended with, or whose results are gone, changed or cannot be read: it could not be replayed. */
export function checkSteps(
  { steps }: AuditedRun,
  effects: readonly StoredEffect[],
  blobs: Blobs,
  deadline: Deadline,
): string[] {
  const sealed = hashOf(effects.map(({ key, name, result }) => [key, name, result]));
  const lost: string[] = [];
  const wrong: string[] = [];
  if (steps !== undefined && steps !== sealed) wrong.push('the recorded steps are not those that the run ended with');
  for (const { name, result } of effects) {
    deadline.ask();
    const bytes = blobs.getBlob(result);
    const parsed = bytes === undefined ? undefined : parseBytes(bytes);
    if (parsed === undefined) lost.push(name);
    else if ('why' in parsed) wrong.push(`a recorded step ${name}: ${parsed.why}`);
  }
  return lost.length === 0
    ? wrong
    : [`the results of ${lost.length} recorded steps are not in the store, or not as they were: ${lost[0]}`, ...wrong];
}
