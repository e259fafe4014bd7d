import type { SkillFiles } from '#contracts';
import { gateDefaults } from '#gate';
import { Fault } from '#kernel';
import { renderStepBuffer, type UpdateMode } from '#skill';
import { proposeByAgent } from './agent-stage.ts';
import { aggregateReports } from './aggregate-stage.ts';
import { planSteps, type PlannedStep } from './batch-plan.ts';
import { chooseParent } from './choose-parent.ts';
import { endEpoch } from './end-epoch.ts';
import { finishDraft, reviewDraft } from './draft.ts';
import { closeStep, evaluateCandidate } from './evaluate-stage.ts';
import { finishRun, type TrainSummary } from './finish-run.ts';
import { bookAdvice, usesAdvice } from './meta-skill-stage.ts';
import { mergeParents } from './merge-stage.ts';
import { chooseProposer } from './proposer-steering.ts';
import { reflectOn } from './reflect-stage.ts';
import { rollOut } from './rollout-stage.ts';
import { selectItems } from './select-stage.ts';
import { simplifySkill } from './simplify-stage.ts';
import type { ProposerName, TrainSettings } from './settings.ts';
import { asJson, type Candidate, emptyRecord, type Step } from './step.ts';
import { tokensBetween } from './step-record.ts';
import { createTrainRun, type TrainPorts, type TrainRun } from './train-run.ts';
import { updateSkill } from './update-stage.ts';

/**
 * Trains a skill like a network: rollout, reflect, aggregate, select, update, evaluate. A spent budget ends it gracefully, with the best
 * skill so far; every accepted change has a certificate in the journal.
 */
export async function train(skill: SkillFiles, settings: TrainSettings, ports: TrainPorts): Promise<TrainSummary> {
  const run = createTrainRun(skill, settings, ports);
  run.emit(
    'training-started',
    asJson({
      world: run.world.name,
      skill: run.state.initial.hash,
      simulated: run.world.isSimulated,
      alpha: settings.gate.alpha ?? gateDefaults.alpha,
    }),
  );
  const plans = planSteps(run.train, settings, run.rng.fork('plan'));
  const stopped = await untilSpent(run, async () => {
    for (const plan of plans) {
      await requireTime(ports, plan);
      await takeStep(run, plan);
      if (plan.endsEpoch) await endEpoch(run, plan);
      if (!mayGoOn(run)) break;
    }
  });
  run.releaseTrial();
  const cut = await untilSpent(run, () => finishDraft(run, beginStep(run, plans.at(-1)!)));
  const short = stopped === null && cut === null ? await untilSpent(run, () => simplifySkill(run)) : null;
  return finishRun(run, stopped ?? cut ?? short);
}

/** Works until it is done or the budget is spent; returns what was in the way. */
async function untilSpent(run: TrainRun, work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'loops/budget-spent')) throw error;
    run.emit('budget-exhausted', { why: error.message });
    return error.message;
  }
}

/** The six lines. */
async function takeStep(run: TrainRun, plan: PlannedStep): Promise<void> {
  const step = beginStep(run, plan);
  const before = run.budget.byStage();
  await rollOut(run, step);
  await reviewDraft(run, step);
  const candidate = isStillParent(run, step) ? await proposers[step.proposer](run, step) : undefined;
  await evaluateCandidate(run, step, candidate);
  step.record.tokens = tokensBetween(before, run.budget.byStage());
  closeStep(run, step);
  bookAdvice(run.state.advice, step.usesAdvice, step.gain);
  run.state.history.push(step.record);
  run.emit('step-ended', asJson(step.record));
}

/** A draft that was refused or taken back is no parent any more: what its rollouts showed is not true of the skill in its place. */
function isStillParent({ state }: TrainRun, step: Step): boolean {
  const isDropped = state.draft?.version.hash !== step.parent.hash && state.current.hash !== step.parent.hash;
  const isStill = !isDropped || !step.isDraft;
  if (!isStill) step.record.why = 'the draft it would have continued was taken back';
  return isStill;
}

const proposers: Readonly<Record<ProposerName, (run: TrainRun, step: Step) => Promise<Candidate | undefined>>> = {
  edits: proposeEdits,
  rewrite: proposeEdits,
  merge: mergeParents,
  agent: proposeByAgent,
};

async function proposeEdits(run: TrainRun, step: Step): Promise<Candidate | undefined> {
  await reflectOn(run, step);
  const proposal = await aggregateReports(run, step);
  const selection = await selectItems(run, step, proposal);
  return updateSkill(run, step, selection);
}

function beginStep(run: TrainRun, plan: PlannedStep): Step {
  const { settings, state } = run;
  const proposer = chooseProposer(settings.search.proposers, state.proposers);
  const isAdvised = usesAdvice(state.advice);
  const inEpoch = state.history.filter(({ epoch }) => epoch === plan.epoch).length + 1;
  return {
    plan,
    parent: chooseParent(run, plan.step),
    isDraft: state.draft !== undefined,
    proposer,
    mode: modeOf(proposer, settings.updateMode),
    usesAdvice: isAdvised,
    advice: isAdvised ? (state.advice?.text ?? '') : '',
    record: emptyRecord(run, plan, inEpoch, proposer),
    history: renderStepBuffer(state.digests),
    rollouts: [],
    batches: [],
    reports: [],
    notes: [],
    tried: [],
    gain: 0,
  };
}

/** What merges and agents propose are edits, whatever the optimizer is asked for. */
function modeOf(proposer: ProposerName, usual: UpdateMode): UpdateMode {
  if (proposer === 'edits') return usual;
  return proposer === 'rewrite' ? 'rewrite_from_suggestions' : 'patch';
}

/** Patience: after so many fruitless steps the search begins again from the best skill with an empty step buffer, a few times. */
function mayGoOn(run: TrainRun): boolean {
  const { state, settings } = run;
  const { patience, restarts } = settings.search;
  if (patience === 0 || state.fruitless < patience) return true;
  if (state.restarts >= restarts) {
    run.emit('patience-ended', { fruitless: state.fruitless, restarts: state.restarts });
    return false;
  }
  state.restarts += 1;
  state.fruitless = 0;
  state.digests = [];
  state.kept = [];
  if (run.gate.kind !== 'sequential') state.current = state.best;
  run.emit('search-restarted', { restart: state.restarts });
  return true;
}

/** A stop from outside is recorded, so that a replay stops at the same step. */
async function requireTime({ journal, shouldStop }: TrainPorts, plan: PlannedStep): Promise<void> {
  if (shouldStop === undefined) return;
  const isStopped = await journal.step('stop-asked', { step: plan.step }, () => shouldStop());
  if (isStopped) throw new Fault('loops/budget-spent', `asked to stop before step ${plan.step}`);
}
