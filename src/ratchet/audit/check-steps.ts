import { hashOf } from '#foundation/kernel';
import type { AuditedRun } from './audited-run.ts';
import type { RecordedSteps } from './recorded-steps.ts';

/** Recorded steps that are not those the run ended with, or whose results are gone, changed or cannot be read: it could not be replayed. */
export function checkSteps({ steps: ended }: AuditedRun, steps: RecordedSteps): string[] {
  steps.refuseTooMany();
  const sealed = hashOf(steps.all.map(({ key, name, result }) => [key, name, result]));
  const lost: string[] = [];
  const wrong: string[] = [];
  if (ended !== undefined && ended !== sealed) wrong.push('the recorded steps are not those that the run ended with');
  for (const effect of steps.all) {
    const parsed = steps.read(effect);
    if (parsed === undefined) lost.push(effect.name);
    else if ('why' in parsed) wrong.push(`a recorded step ${effect.name}: ${parsed.why}`);
  }
  return lost.length === 0
    ? wrong
    : [`the results of ${lost.length} recorded steps are not in the store, or not as they were: ${lost[0]}`, ...wrong];
}
