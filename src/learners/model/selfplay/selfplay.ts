import { Json } from '#foundation/contracts';
import { Fault, type Hash } from '#foundation/kernel';
import { keepContent } from '#ratchet/certify';
import { type Learner, practise } from '#ratchet/learner';
import { tellIteration } from './tell-iteration.ts';
import { calibrate } from './check-judge.ts';
import { bookChallenge, challenge, type Challenged } from './challenge.ts';
import { compareGenerators, type GeneratorReport } from './compare-generators.ts';
import { drawAnswers } from './draw-answers.ts';
import { drawQuestions } from './draw-questions.ts';
import { judgeAnswers } from './judge-answers.ts';
import { type MeasuredQuestion, measureQuestions } from './measure-questions.ts';
import { meanInterval, type Rise, riseInterval } from './mean-interval.ts';
import { Play, type SelfPlayPorts } from './play.ts';
import type { SelfPlaySettings } from './settings.ts';
import { begin, bookQuestions, diversityOf, type State } from './state.ts';
import { type Batch, learnsByOf, updateGenerator, updateSolver } from './update-roles.ts';

/** What came of a run. */
export type SelfPlaySummary = {
  readonly iterations: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  readonly rolledBack: number;
  readonly drawn: number;
  readonly judged: number;
  readonly kept: number;
  readonly pairs: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly judgeCalls: number;
  readonly passesSaved: number;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly dollars: number;
  /** Judged share of right answers on held-out questions, at the last trial. */
  readonly heldOut: { readonly incumbent: number; readonly candidate: number; readonly questions: number } | null;
  /** Reliability of the questions as the run went: its first and its last iterations. */
  readonly reliability: Rise;
  readonly generator: GeneratorReport | null;
  readonly collapses: number;
  /** How the generator learns: by policy gradient, from ranked pairs, or by examples in its prompt alone. */
  readonly generatorLearnsBy: string;
  readonly ended: 'done' | 'budget';
  /** Checkpoints in force at the end, and the file of the solver's. */
  readonly checkpoints: { readonly generator: string; readonly solver: string; readonly start: string };
  readonly snapshot: Hash;
};

/**
 * Self-play: the generator asks, the solver answers in a strong and a weak regime, the judge judges in repeated passes; the generator learns to
 * ask what can be judged reliably, the solver learns from questions that were, and a checkpoint is in force only when a trial on held-out
 * questions accepted it, with a certificate.
 *
 * @source spec/reliability-loop §5
 */
export function selfplay(settings: SelfPlaySettings, ports: SelfPlayPorts): Promise<SelfPlaySummary> {
  return practise(modelLearner(new Play(settings, ports)));
}

/** One iteration: what the roles learnt from it, and whether the budget cut it off. */
interface Iteration {
  readonly number: number;
  readonly learnt: State;
  readonly measured: readonly MeasuredQuestion[];
}

/** What a trial showed, where one was due. */
interface Found {
  readonly challenged: Challenged | undefined;
  readonly isSpent: boolean;
}

function modelLearner(play: Play): Learner<State, Iteration, Found, SelfPlaySummary> {
  const { settings, ports } = play;
  const learnsBy = learnsByOf(ports.trainers.generator, settings);
  return {
    async begin() {
      const state = await begin(play);
      // What an audit holds trials against, under the hash that the configuration names.
      keepContent(ports.journal, Json.parse(JSON.parse(JSON.stringify(settings))));
      play.emit('selfplay-started', {
        alpha: settings.gate.alpha,
        snapshot: state.incumbentHash,
        judge: ports.judge.id,
        form: ports.form.id,
        trainers: { generator: ports.trainers.generator.id, solver: ports.trainers.solver.id },
        generatorLearnsBy: learnsBy,
        isSimulated: ports.judge.isSimulated,
      });
      // Room for the last trial is kept, so that a run whose budget ends still says what it is worth.
      play.setAside(trialCalls(play));
      return state;
    },

    async propose(state) {
      const number = state.iteration + 1;
      if (state.isSpent || number > settings.iterations) return undefined;
      let [learnt, measured]: [State, readonly MeasuredQuestion[]] = [{ ...state, iteration: number }, []];
      const isSpent = await untilSpent(play, number, async () => {
        await play.checkTime();
        const batch = await playRound(play, learnt, number);
        ({ state: learnt, measured } = batch);
        learnt = await updateGenerator(play, learnt, { ...batch, iteration: number, learnsBy });
        learnt = await updateSolver(play, learnt, measured, number);
        learnt = { ...learnt, totals: { ...learnt.totals, iterations: number } };
      });
      return { number, learnt: { ...learnt, isSpent }, measured };
    },

    async try(_state, { number, learnt, measured }) {
      const isDue = number % settings.gate.every === 0 || number === settings.iterations;
      if (learnt.isSpent || !isDue) return { challenged: undefined, isSpent: learnt.isSpent };
      let challenged: Challenged | undefined;
      const isSpent = await untilSpent(play, number, async () => {
        challenged = await challenge(play, learnt, measured, number);
      });
      return { challenged, isSpent };
    },

    apply(_state, { learnt }, { challenged, isSpent }) {
      const tried = challenged === undefined ? learnt : bookChallenge(play, learnt, challenged);
      return { ...tried, isSpent };
    },

    async describe(last) {
      play.releaseAside();
      const state = last.isSpent && last.tried !== last.solver.id ? await lastTrial(play, last) : last;
      const { firstGenerator: first, firstSolver: solver, generator, memory } = state;
      const compared =
        settings.finalQuestions === 0 || state.isSpent
          ? null
          : await compareGenerators(play, { first, solver, last: generator, memory });
      if (compared !== null) play.emit('generators-compared', { ...compared });
      return summarise(play, state, { generator: compared, learnsBy });
    },
  };
}

/** The most judge calls of a trial, with a look at the judge before it; none where they are not limited. */
function trialCalls({ settings, ports }: Play): number {
  if (settings.limits.judgeCalls === undefined) return 0;
  const { questions, passes } = settings.gate;
  return 2 * questions * passes + 80 + 24 * (ports.judge.members?.length ?? 0);
}

/** Does a part of an iteration; tells, and says, whether the budget ended it. */
async function untilSpent(play: Play, iteration: number, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'loops/budget-spent') throw error;
    play.emit('budget-spent', { iteration, why: error.message });
    return true;
  }
}

/** A trial after the budget ended an iteration; what it may cost was set aside. Where even time is over, the incumbent stays. */
async function lastTrial(play: Play, state: State): Promise<State> {
  let next = state;
  await untilSpent(play, state.totals.iterations + 1, async () => {
    const challenged = await challenge(play, state, [], state.totals.iterations + 1);
    if (challenged !== undefined) next = bookChallenge(play, state, challenged);
  });
  return next;
}

/** Questions, answers, judgements, reliability. */
async function playRound(play: Play, state: State, iteration: number): Promise<Batch & { readonly state: State }> {
  const { settings } = play;
  const { drawn, memory } = await drawQuestions(play, state.generator, state.memory, {
    stream: `${iteration}`,
    count: settings.questions,
    side: 'training',
  });
  const asked = drawn.filter(({ fault }) => fault === undefined);
  const questions = asked.map(({ question }) => question);
  const weak = state.lagging[Math.max(0, state.lagging.length - 1 - settings.weak.lag)]!;
  const strong = state.lagging[Math.max(0, state.lagging.length - 1 - settings.strong.lag)]!;
  const answers = await drawAnswers(play, questions, { strong, weak }, `${iteration}`);
  const judged = await judgeAnswers(play, questions, answers);
  const { measured, gaps } = measureQuestions(
    asked.map(({ question, kind }, i) => ({ question, kind, judged: judged[i]! })),
    state.gaps,
    settings,
  );
  const pairs = measured.reduce((sum, each) => sum + each.pairs.length, 0);
  const checkpoints = { generator: state.generator.id, solver: strong.id };
  tellIteration(play, iteration, { drawn, measured, pairs, checkpoints });
  const booked = bookQuestions(state, { drawn, measured, pairs, gaps, memory });
  const first =
    iteration === 1
      ? { calibration: calibrate(measured, settings.thresholds.cons), startDiversity: diversityOf(measured) }
      : {};
  return { drawn, measured, state: { ...booked, ...first } };
}

function summarise(
  play: Play,
  state: State,
  parts: { readonly generator: GeneratorReport | null; readonly learnsBy: string },
): SelfPlaySummary {
  const { judgeCalls, modelCalls, tokens, dollars } = play.tally;
  const { passesSaved } = play;
  const turns = Math.max(1, Math.floor(state.reliabilities.length / 6));
  const [first, last] = [state.reliabilities.slice(0, turns).flat(), state.reliabilities.slice(-turns).flat()];
  return {
    ...state.totals,
    ...state.counts,
    refusals: state.refusals,
    judgeCalls,
    passesSaved,
    modelCalls,
    tokens,
    dollars,
    heldOut: state.heldOut,
    reliability: { first: meanInterval(first).level, last: meanInterval(last).level, ...riseInterval(first, last) },
    generator: parts.generator,
    generatorLearnsBy: parts.learnsBy,
    ended: state.isSpent ? 'budget' : 'done',
    checkpoints: { generator: state.generator.id, solver: state.incumbent.id, start: state.firstSolver.id },
    snapshot: state.incumbentHash,
  };
}
