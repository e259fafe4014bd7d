import { type EpochComparison, writeMetaSkill } from '#learners/skill/epoch';
import type { Proposing, Remembering, Telling } from '../train-run.ts';

/** End of an epoch: advice to the optimizer. An epoch without content leaves the advice in force alone. */
export async function adviseOptimizer(
  run: Telling & Remembering & Proposing,
  comparison: EpochComparison,
  epoch: number,
): Promise<void> {
  run.enter('meta skill');
  const written = await writeMetaSkill(comparison, run.state.advice?.text ?? '', run.optimizer);
  run.emit('advice-written', {
    epoch,
    action: written.content === '' ? 'no-content' : 'written',
    content: written.content,
  });
  if (written.content !== '') run.book.advised(written.content);
}
