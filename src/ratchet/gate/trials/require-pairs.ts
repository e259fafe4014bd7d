import { Fault } from '#foundation/kernel';
import type { TrialPair, TrialRollout } from '../gate.ts';

/**
 * Refuses a report that is not exactly the block a trial asked for: a missing or foreign pair would be a look at
 * other data than the ones the level was set for.
 *
 * @source own
 */
export function requirePairs(pairs: readonly TrialPair[], asked: readonly TrialRollout[]): void {
  const open = new Set(asked.map(({ task, repeat }) => `${repeat} ${task}`));
  for (const { task, repeat, incumbent, candidate } of pairs) {
    if (!open.delete(`${repeat} ${task}`)) {
      throw new Fault('gate/other-block', `repeat ${repeat} of task ${task} was not asked for, or is there twice`);
    }
    for (const score of [incumbent, candidate]) {
      if (score !== null && !(score >= 0 && score <= 1)) {
        throw new Fault('gate/bad-score', `task ${task} has a score of ${score}`);
      }
    }
  }
  if (open.size > 0) throw new Fault('gate/other-block', `${open.size} pairs of the block are missing`);
}
