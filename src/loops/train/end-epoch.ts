import { withSlowUpdate } from '#skill';
import type { PlannedStep } from './batch-plan.ts';
import { pairEpoch } from './epoch-pairs.ts';
import { adviseOptimizer } from './meta-skill-stage.ts';
import { keepVersion } from './skill-version.ts';
import { updateSlowly } from './slow-update-stage.ts';
import type { TrainRun } from './train-run.ts';

/** The end of an epoch: slow update and advice, from the second epoch on, then a fresh step buffer. */
export async function endEpoch(run: TrainRun, plan: PlannedStep): Promise<void> {
  const { settings, state } = run;
  const previous = state.epochSkill;
  const current = state.current;
  if (previous === undefined) {
    if (settings.slowUpdate && settings.slowUpdateGate === 'force') placeholder(run);
  } else if ((settings.slowUpdate || settings.metaSkill) && previous.hash !== current.hash) {
    const pairs = await pairEpoch(run, previous, plan.epoch);
    if (settings.slowUpdate) await updateSlowly(run, previous, pairs, plan);
    if (settings.metaSkill) await adviseOptimizer(run, previous, pairs, plan.epoch);
  }
  state.epochSkill = current;
  state.digests = [];
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
function placeholder(run: TrainRun): void {
  const { state } = run;
  const skill = withSlowUpdate(state.current.skill, '');
  state.current = keepVersion(skill, state.current.origin, run.journal);
  run.emit('guidance-placed', { epoch: 1, action: 'inject_placeholder' });
}
