import { createLeakScan, describeLeak } from '#learners/skill/checks';
import { type EpochComparison, withSlowUpdate, writeSlowUpdate } from '#learners/skill/epoch';
import { baseOf } from '../state/train-state.ts';
import type { PlannedStep } from '../propose/plan-steps.ts';
import { tooLong } from '../skill-tokens.ts';
import { keepVersion } from '../skill-version.ts';
import type { SteeredRun } from '../trial/strategy.ts';

/**
 * End of an epoch: guidance from what the epoch changed. It is a change like any other: it joins the draft or is tried at once, and stays
 * only if the gate accepts it. With `force`, as in the original, it becomes current unmeasured; its score is then unknown, not
 * that of the text before it.
 */
export async function updateSlowly(run: SteeredRun, comparison: EpochComparison, plan: PlannedStep): Promise<void> {
  run.enter('slow update');
  const { state, settings } = run;
  const { epoch, step } = plan;
  const base = baseOf(state);
  const written = await writeSlowUpdate(comparison, run.optimizer);
  const origin = `slow_update_epoch_${String(epoch).padStart(2, '0')}`;
  if (written.content === '') {
    run.emit('guidance-missed', { epoch, action: 'no-content', why: written.problem ?? '' });
    return;
  }
  const [leak] = createLeakScan(run.guarded)(written.content);
  if (leak !== undefined) {
    run.emit('guidance-missed', { epoch, action: 'leak', why: describeLeak(leak) });
    return;
  }
  const guided = withSlowUpdate(base.skill, written.content);
  const long = tooLong(run, guided);
  if (long !== undefined) {
    run.emit('guidance-missed', { epoch, action: 'too-long', why: long });
    return;
  }
  const version = keepVersion(guided, origin, run.journal);
  if (version.hash === base.hash) return;
  const isDrafted = state.draft !== undefined;
  if (settings.slowUpdateGate === 'force' && !isDrafted) {
    run.book.forced(version, null);
    run.emit('guidance-forced', { epoch, action: 'forced', candidate: version.hash, origin });
    return;
  }
  const maker = { step, epoch, proposer: 'slow_update' } as const;
  await run.strategy.take(run, { version, items: [], maker, what: `slow update of epoch ${epoch}` }, base);
}
