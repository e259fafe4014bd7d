import { type ComparisonPair, createLeakScan, describeLeak, withSlowUpdate, writeSlowUpdate } from '#skill';
import { bookVerdict } from './adopt-candidate.ts';
import { tooLong } from './skill-tokens.ts';
import { keepVersion, type SkillVersion } from './skill-version.ts';
import type { PlannedStep } from './batch-plan.ts';
import type { TrainRun } from './train-run.ts';
import { emitVerdict, tryCandidate } from './trial.ts';

/**
 * End of an epoch: guidance from what the epoch changed. It is tried like any candidate and stays only if the gate accepts it. With
 * `force`, as in the original, it becomes current unmeasured; its score is then unknown, not that of the text before it.
 */
export async function updateSlowly(
  run: TrainRun,
  previous: SkillVersion,
  pairs: readonly ComparisonPair[],
  plan: PlannedStep,
): Promise<void> {
  run.enter('slow update');
  const { state, settings } = run;
  const epoch = plan.epoch;
  const written = await writeSlowUpdate(
    { previousSkill: previous.skill, currentSkill: state.current.skill, pairs },
    run.optimizer,
  );
  const origin = `slow_update_epoch_${String(epoch).padStart(2, '0')}`;
  if (written.content === '') {
    run.emit('guidance-missed', { epoch, action: 'no_content', why: written.problem ?? '' });
    return;
  }
  const [leak] = createLeakScan(run.guarded)(written.content);
  if (leak !== undefined) {
    run.emit('guidance-missed', { epoch, action: 'leak', why: describeLeak(leak) });
    return;
  }
  const guided = withSlowUpdate(state.current.skill, written.content);
  const long = tooLong(run, guided);
  if (long !== undefined) {
    run.emit('guidance-missed', { epoch, action: 'too_long', why: long });
    return;
  }
  const version = keepVersion(guided, origin, run.journal);
  if (version.hash === state.current.hash) return;
  if (settings.slowUpdateGate === 'force') {
    state.current = version;
    state.currentScore = null;
    run.emit('guidance-forced', { epoch, action: 'force_accept', candidate: version.hash, origin });
    return;
  }
  const tried = await tryCandidate(
    run,
    version,
    `guidance of epoch ${epoch} raises the expected score on ${run.world.name}`,
  );
  emitVerdict(run, `slow update of epoch ${epoch}`, version, tried);
  bookVerdict(run, version, tried, plan.step);
}
