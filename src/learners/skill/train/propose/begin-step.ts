import type { UpdateMode } from '#learners/skill/edits';
import { renderStepBuffer } from '#learners/skill/epoch';
import type { ProposerName } from '../settings.ts';
import type { SteeredRun } from '../trial/strategy.ts';
import { usesAdvice } from './choose-advice.ts';
import { chooseProposer } from './choose-proposer.ts';
import type { PlannedStep } from './plan-steps.ts';
import type { Step } from './step.ts';

/** Who proposes in a step, from which skill, with which advice. */
export function beginStep(run: SteeredRun, plan: PlannedStep): Step {
  const { settings, state } = run;
  const proposer = chooseProposer(settings.search.proposers, state.proposers);
  const isUsed = usesAdvice(state.advice);
  const advice = state.advice === undefined ? {} : { advice: { text: state.advice.text, isUsed } };
  return {
    plan,
    inEpoch: state.history.filter(({ epoch }) => epoch === plan.epoch).length + 1,
    parent: run.strategy.parent(run, plan.step),
    proposer,
    mode: modeOf(proposer, settings.updateMode),
    maker: { step: plan.step, epoch: plan.epoch, proposer, ...advice },
    advice: isUsed ? (state.advice?.text ?? '') : '',
    history: renderStepBuffer(state.digests),
  };
}

/** What merges and agents propose are edits, whatever the optimizer is asked for. */
function modeOf(proposer: ProposerName, usual: UpdateMode): UpdateMode {
  if (proposer === 'edits') return usual;
  return proposer === 'rewrite' ? 'rewrite_from_suggestions' : 'patch';
}
