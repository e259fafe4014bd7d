import { invariant } from '#kernel';
import type { Optimizer } from './optimizer.ts';
import type { EpochComparison, EpochText } from './slow-update.ts';

/** Advice to the optimizer itself for the next epoch; `previous` stays in force when this one has no content. */
export function writeMetaSkill(
  _comparison: EpochComparison,
  _previous: string,
  _optimizer: Optimizer,
): Promise<EpochText> {
  invariant(false, 'writeMetaSkill is written');
}
