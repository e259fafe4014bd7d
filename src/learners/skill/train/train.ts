import type { SkillFiles, SkillTask } from '#foundation/contracts/skills';
import { type Learner, practise } from '#ratchet/learner';
import { gateDefaults } from '#ratchet/gate';
import { ASKED_TO_STOP, type Budget, createBudget, createStopwatch, untilSpent } from '#ratchet/budget';
import { type Trusted, trustJudge } from '#learners/skill/judging';
import { canonicalText, hashOf, invariant } from '#foundation/kernel';
import { digestOf, recordOf, type StepFacts, tokensBetween } from './record-step.ts';
import { endEpoch } from './epoch/end-epoch.ts';
import { type Finished, finishRun, summarise, type TrainSummary } from './finish/finish-run.ts';
import { simplifySkill } from './finish/simplify-skill.ts';
import { aggregateReports } from './propose/aggregate-reports.ts';
import { beginStep } from './propose/begin-step.ts';
import { planSteps, type PlannedStep } from './propose/plan-steps.ts';
import { reflectOn } from './propose/reflect-on.ts';
import { rollOut, type Rolled } from './propose/roll-out.ts';
import { selectItems } from './propose/select-items.ts';
import { asJson, meanScores, type Step } from './propose/step.ts';
import { updateSkill } from './propose/update-skill.ts';
import { objectiveDefaults, type TrainSettings } from './settings.ts';
import { changedItems } from '#learners/skill/edits';
import { keepVersion } from './skill-version.ts';
import { bookChange, type TrainChange } from './state/book.ts';
import type { TrainState } from './state/train-state.ts';
import type { SteeredRun } from './trial/strategy.ts';
import type { TrainRun } from './train-run.ts';
import { createTraining, type Training, type TrainPorts } from './create-training.ts';
import { evaluateCandidate } from './trial/evaluate-candidate.ts';

/**
 * Trains a skill like a network: rollout, reflect, aggregate, select, update, evaluate. A spent budget ends it gracefully, with the best
 * skill so far; every accepted change has a certificate in the journal.
 */
export async function train(skill: SkillFiles, settings: TrainSettings, ports: TrainPorts): Promise<TrainSummary> {
  const budget = createBudget({ limits: settings.limits, prices: settings.prices });
  const trusted = await trusting(skill, settings, ports, budget);
  const training = createTraining(skill, settings, { ...ports, world: trusted?.world ?? ports.world }, budget);
  return practise(skillLearner(training, ports, trusted));
}

/** A unit of work: a step of the plan, then the trial of what was left of it, then leaving lines out, then what the end shows. */
type Unit =
  | { readonly kind: 'step'; readonly plan: PlannedStep }
  | { readonly kind: 'last-trial'; readonly tasks: readonly SkillTask[] }
  | { readonly kind: 'shorten' }
  | { readonly kind: 'finish' };

/** What came of a unit. */
interface Found {
  readonly changes: readonly TrainChange[];
  /** What was in its way; a step after which nobody goes on has no words for it. */
  readonly stopped: string | null;
  readonly goesOn: boolean;
  /** What came of leaving lines out. */
  readonly shortened?: string | undefined;
  /** What the end of the run showed. */
  readonly finished?: Finished;
}

/** All that a run knows between two units. */
interface Progress extends Omit<Found, 'changes' | 'goesOn'> {
  readonly memory: TrainState;
  readonly ahead: readonly Unit[];
}

function skillLearner(
  { initial, unitOf }: Training,
  ports: TrainPorts,
  trusted: Trusted | undefined,
): Learner<Progress, Unit, Found, TrainSummary> {
  return {
    async begin() {
      const run = unitOf(initial);
      await tellStart(run, trusted);
      takeUpDraft(run, ports.draft);
      const plans = planSteps(run.train, run.settings, run.rng.fork('plan'));
      return {
        memory: run.state,
        ahead: [
          ...plans.map((plan): Unit => ({ kind: 'step', plan })),
          { kind: 'last-trial', tasks: plans.at(-1)?.batches[0] ?? [] },
          { kind: 'shorten' },
          { kind: 'finish' },
        ],
        stopped: null,
      };
    },

    propose: async ({ ahead }) => ahead[0],

    async try({ memory, stopped }, unit) {
      const run = unitOf(memory);
      const found = await work(run, unit, stopped);
      return { ...found, changes: run.book.changes };
    },

    apply(state, unit, { changes, stopped, goesOn, ...found }) {
      const rest = state.ahead.slice(1);
      return {
        ...state,
        ...found,
        memory: changes.reduce(bookChange, state.memory),
        ahead: goesOn ? rest : rest.filter(({ kind }) => kind !== unit.kind),
        stopped: state.stopped ?? stopped,
      };
    },

    async describe({ memory, stopped, shortened, finished }) {
      invariant(finished !== undefined, 'a run of training finishes before it is described');
      return summarise(unitOf(memory), { ...finished, stopped, shortened, judge: trusted?.measure });
    },
  };
}

/** Does a unit; a spent budget ends it. */
async function work(run: SteeredRun, unit: Unit, before: string | null): Promise<Omit<Found, 'changes'>> {
  switch (unit.kind) {
    case 'step': {
      let goesOn = false;
      let reached: string | null = null;
      const stopped = await untilSpent(run, {}, async () => {
        await run.stopwatch.goOn(`step ${unit.plan.step}`);
        reached = await takeStep(run, unit.plan);
        if (reached !== null) return;
        if (unit.plan.endsEpoch) await endEpoch(run, unit.plan);
        goesOn = mayGoOn(run);
      });
      return { stopped: stopped ?? reached, goesOn };
    }
    case 'last-trial':
      run.releaseTrial();
      return { stopped: await untilSpent(run, {}, () => run.strategy.finish(run, unit.tasks)), goesOn: true };
    case 'shorten':
      return { stopped: null, goesOn: true, shortened: await shorten(run, before) };
    case 'finish':
      return { stopped: null, goesOn: true, finished: await finishRun(run, isReached(before) ? null : before) };
  }
}

async function tellStart(run: SteeredRun, trusted: Trusted | undefined): Promise<void> {
  const { settings, world, state } = run;
  const { rollouts: _how, analystWorkers: _many, ...what } = settings;
  run.emit(
    'training-started',
    asJson({
      world: world.name,
      skill: state.initial.hash,
      simulated: world.isSimulated,
      alpha: settings.gate.alpha ?? gateDefaults.alpha,
      settings: what,
    }),
  );
  await keepTerms(run);
  if (trusted !== undefined) run.emit('judge-measured', asJson(trusted.measure));
}

/** What an audit holds trials against: the settings that the run was asked for, by their hash, and the tasks of all trials in their order. */
async function keepTerms({ journal, rollouts, settings, train, validation }: TrainRun): Promise<void> {
  const { rollouts: _how, ...asked } = settings;
  journal.putBlob(new TextEncoder().encode(canonicalText(asJson(asked))));
  await journal.step('trial-tasks', { world: rollouts.world }, () =>
    Array.from(validation.values(), (task) => [task.id, hashOf(task)]),
  );
  // Rollouts are recorded by hashes: with these a reader tells which task each was on, and of which kind it is.
  await journal.step('known-tasks', { world: rollouts.world }, () =>
    [train, [...validation.values()]].flatMap((tasks, i) =>
      tasks.map((task) => [task.id, hashOf(task), task.type ?? '', i === 0 ? 'train' : 'validation']),
    ),
  );
}

/** Where a judge scores, the world without the tasks that it cannot judge; nothing where none does, or it is trusted unseen. */
async function trusting(
  skill: SkillFiles,
  settings: TrainSettings,
  { journal, timer, world, judging, tell }: TrainPorts,
  budget: Budget,
): Promise<Trusted | undefined> {
  const { judgePasses: passes, judgeLooks: mostLooks, rollouts } = settings;
  if (judging === undefined || passes === 0) return undefined;
  const stopwatch = createStopwatch(journal, timer, settings.limits);
  const shared = { journal, timer, budget, stopwatch, ...(tell === undefined ? {} : { tell }) };
  const ports = { ...shared, ...judging, isSimulated: world.isSimulated };
  return trustJudge(world, { skill, passes, mostLooks, settings: rollouts }, ports);
}

/** Leaves lines out where that was asked for, out of the room that was kept for it; says what came of it, or why it was skipped. */
async function shorten(run: SteeredRun, stopped: string | null): Promise<string | undefined> {
  if ((run.settings.objectives?.reduce ?? objectiveDefaults.reduce) === 'nothing') return undefined;
  run.releaseShortening();
  if (stopped?.startsWith(ASKED_TO_STOP) === true) return `skipped: ${stopped}`;
  let came = '';
  const short = await untilSpent(run, {}, async () => {
    came = await simplifySkill(run);
  });
  return short === null ? came : `skipped: ${short}`;
}

/** Goes on with a draft of an earlier run: a change like any other, of no step. */
function takeUpDraft(run: SteeredRun, draft: SkillFiles | undefined): void {
  if (draft === undefined) return;
  const version = keepVersion(draft, 'continued', run.journal);
  const { current } = run.state;
  if (version.hash === current.hash) return;
  const origin = { id: 'continued', source: 'failure', support: 1, causes: [] } as const;
  const items = changedItems(current.skill, draft, { ...origin, causes: [] });
  const maker = { step: 0, epoch: 0, proposer: 'edits' } as const;
  run.book.drafted({ version, items, maker, what: 'the draft of an earlier run' });
  run.emit('draft-continued', { candidate: version.hash, changes: items.length });
}

/** One step: what its stages returned is booked at its end. Says why training ends with it; nothing where it need not. */
async function takeStep(run: SteeredRun, plan: PlannedStep): Promise<string | null> {
  await run.strategy.prepare(run);
  const step = beginStep(run, plan);
  const before = run.budget.byStage();
  const { reached, ...facts } = await sixStages(run, step);
  const record = recordOf(run, step, { ...facts, tokens: tokensBetween(before, run.budget.byStage()) });
  run.book.stepEnded(record, digestOf(run, record, { ...facts, tokens: record.tokens }));
  run.emit('step-ended', asJson(record));
  if (reached === undefined) return null;
  run.emit('score-reached', { step: plan.step, score: record.hard });
  return reached;
}

/** What its stages returned, and which score was reached, in words. */
type Staged = Omit<StepFacts, 'tokens'> & { readonly reached?: string };

/** The six lines. */
async function sixStages(run: SteeredRun, step: Step): Promise<Staged> {
  const rolled = await rollOut(run, step);
  const { isWanted, tried: before } = await run.strategy.review(run, step);
  const earlier = before === undefined ? {} : { before };
  if (!isWanted) return { ...(await dropped(run, step, rolled, TAKEN_BACK)), ...earlier };
  const reached = reachedBy(run, rolled);
  if (reached !== undefined) return { ...(await dropped(run, step, rolled, reached)), ...earlier, reached };
  const reports = await reflectOn(run, step, rolled);
  const proposed = await aggregateReports(run, step, { rolled, reports });
  const selected = await selectItems(run, step, proposed, rolled);
  const updated = await updateSkill(run, step, selected);
  const evaluated = await evaluateCandidate(run, step, { ...updated, why: proposed.why ?? updated.why }, reports);
  return { rolled, reports, made: { proposed, selected, updated }, evaluated, ...earlier };
}

const TAKEN_BACK = 'the draft it would have continued was taken back';
const REACHED = 'the training score reached ';

/** That the parent did as well on training tasks as was asked for; nothing where it did not, or nobody asked. */
function reachedBy({ settings: { stopAt } }: SteeredRun, { rollouts }: Rolled): string | undefined {
  return stopAt === undefined || rollouts.length === 0 || meanScores(rollouts).hard < stopAt
    ? undefined
    : `${REACHED}${stopAt}`;
}

/** Whether a run ended because it was good enough: then nothing was in its way. */
function isReached(stopped: string | null): boolean {
  return stopped?.startsWith(REACHED) === true;
}

/** A step whose parent was taken back or given up by what its own rollouts showed, or is good enough: it proposes nothing. */
// oxlint-disable-next-line max-params -- the run, the step, what it rolled out, and why it ends there
async function dropped(run: SteeredRun, step: Step, rolled: Rolled, why: string): Promise<Omit<StepFacts, 'tokens'>> {
  const updated = { action: 'no-change', why, reports: [], changes: [] } as const;
  return { rolled, reports: [], evaluated: await evaluateCandidate(run, step, updated, []) };
}

/** Patience: after so many fruitless steps the search begins again from the best skill with an empty step buffer, a few times. */
function mayGoOn(run: SteeredRun): boolean {
  const { state, settings } = run;
  const { patience, restarts } = settings.search;
  if (patience === 0 || state.fruitless < patience) return true;
  if (state.restarts >= restarts) {
    run.emit('patience-ended', { fruitless: state.fruitless, restarts: state.restarts });
    return false;
  }
  run.book.restarted(run.gate.isTested);
  run.emit('search-restarted', { restart: run.state.restarts });
  return true;
}
