import { withSlowUpdate } from '#learners/skill/epoch';
import { baseOf } from '../state/train-state.ts';
import type { PlannedStep } from '../propose/plan-steps.ts';
import { keepVersion } from '../skill-version.ts';
import type { SteeredRun } from '../trial/strategy.ts';
import { adviseOptimizer } from './advise-optimizer.ts';
import { pairEpoch } from './pair-epoch.ts';
import { updateSlowly } from './update-slowly.ts';

/** The end of an epoch: slow update and advice, from the second epoch on, then a fresh step buffer. */
export async function endEpoch(run: SteeredRun, plan: PlannedStep): Promise<void> {
  const { settings, book } = run;
  const { epochSkill: previous } = run.state;
  const current = baseOf(run.state);
  if (previous === undefined) {
    if (settings.slowUpdate && settings.slowUpdateGate === 'force') markGuidance(run);
  } else if ((settings.slowUpdate || settings.metaSkill) && previous.hash !== current.hash) {
    const pairs = await pairEpoch(run, { previous, current }, plan.epoch);
    const comparison = { previousSkill: previous.skill, currentSkill: current.skill, pairs };
    if (settings.slowUpdate) await updateSlowly(run, comparison, plan);
    if (settings.metaSkill) await adviseOptimizer(run, comparison, plan.epoch);
  }
  await run.strategy.endEpoch(run);
  book.epochEnded(current);
  const { state } = run;
  run.emit('epoch-ended', {
    epoch: plan.epoch,
    accepted: state.accepted,
    rejected: state.refused,
    undecided: state.undecided,
    skipped: state.skipped,
    score: state.currentScore,
    best: state.bestScore,
  });
}

/** The original marks the place of later guidance after the first epoch. The marker has no words, so there is nothing to measure. */
function markGuidance(run: SteeredRun): void {
  const { state } = run;
  if (state.draft !== undefined) return;
  const skill = withSlowUpdate(state.current.skill, '');
  const version = keepVersion(skill, state.current.origin, run.journal);
  run.book.forced(version, state.currentScore);
  run.emit('guidance-placed', { epoch: 1, action: 'placed', candidate: version.hash });
}
