import { canonicalText, Fault, type Hash } from '#foundation/kernel';
import { bookIteration } from './book-iteration.ts';
import { calibrate } from './check-judge.ts';
import { challenge } from './challenge.ts';
import { compareGenerators, type GeneratorReport } from './compare-generators.ts';
import { drawAnswers } from './draw-answers.ts';
import { drawQuestions } from './draw-questions.ts';
import { judgeAnswers } from './judge-answers.ts';
import { measureQuestions } from './measure-questions.ts';
import { meanInterval, type Rise, riseInterval } from './mean-interval.ts';
import { Play, type SelfPlayPorts } from './play.ts';
import type { SelfPlaySettings } from './settings.ts';
import { begin, diversityOf, remember, type State } from './state.ts';
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
 * @source seed §Iterative Training Loop
 */
export async function selfplay(settings: SelfPlaySettings, ports: SelfPlayPorts): Promise<SelfPlaySummary> {
  const play = new Play(settings, ports);
  const { start, state } = await begin(play);
  const learnsBy = learnsByOf(ports.trainers.generator, settings);
  // What an audit holds trials against, under the hash that the configuration names.
  ports.journal.putBlob(new TextEncoder().encode(canonicalText(JSON.parse(JSON.stringify(settings)))));
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
  play.spending.aside = trialCalls(play);
  const ended = await iterate(play, state, learnsBy);
  play.spending.aside = 0;
  if (ended === 'budget' && state.tried !== state.solver.id) await lastTrial(play, state);
  const generator =
    settings.finalQuestions === 0 || ended === 'budget'
      ? null
      : await compareGenerators(play, { ...start, last: state.generator, memory: state.memory });
  if (generator !== null) play.emit('generators-compared', { ...generator });
  return summarise(play, state, { start: start.solver.id, ended, generator, learnsBy });
}

/** The most judge calls of a trial, with a look at the judge before it; none where they are not limited. */
function trialCalls({ settings, ports }: Play): number {
  if (settings.limits.judgeCalls === undefined) return 0;
  const { questions, passes } = settings.gate;
  return 2 * questions * passes + 80 + 24 * (ports.judge.members?.length ?? 0);
}

async function iterate(play: Play, state: State, learnsBy: string): Promise<'done' | 'budget'> {
  const { settings } = play;
  for (let iteration = 1; iteration <= settings.iterations; iteration += 1) {
    try {
      await play.checkTime();
      const batch = await playRound(play, state, iteration);
      await updateGenerator(play, state, { ...batch, iteration, learnsBy });
      await updateSolver(play, state, batch.measured, iteration);
      state.totals.iterations = iteration;
      if (iteration % settings.gate.every === 0 || iteration === settings.iterations) {
        await challenge(play, state, batch.measured, iteration);
      }
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'loops/budget-spent') throw error;
      play.emit('budget-spent', { iteration, why: error.message });
      return 'budget';
    }
  }
  return 'done';
}

/** A trial after the budget ended an iteration; what it may cost was set aside. Where even time is over, the incumbent stays. */
async function lastTrial(play: Play, state: State): Promise<void> {
  try {
    await challenge(play, state, [], state.totals.iterations + 1);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'loops/budget-spent') throw error;
    play.emit('budget-spent', { iteration: state.totals.iterations + 1, why: error.message });
  }
}

/** Questions, answers, judgements, reliability. */
async function playRound(play: Play, state: State, iteration: number): Promise<Batch> {
  const { settings } = play;
  const drawn = await drawQuestions(play, state.generator, state.memory, {
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
  const measured = measureQuestions(
    asked.map(({ question, kind }, i) => ({ question, kind, judged: judged[i]! })),
    state.gaps,
    settings,
  );
  const pairs = measured.reduce((sum, each) => sum + each.pairs.length, 0);
  const checkpoints = { generator: state.generator.id, solver: strong.id };
  bookIteration(play, iteration, { drawn, measured, pairs, checkpoints });
  remember(state, drawn, measured, pairs);
  if (iteration === 1) {
    state.calibration = calibrate(measured, settings.thresholds.cons);
    state.startDiversity = diversityOf(measured);
  }
  return { drawn, measured };
}

function summarise(
  play: Play,
  state: State,
  parts: {
    readonly start: string;
    readonly ended: 'done' | 'budget';
    readonly generator: GeneratorReport | null;
    readonly learnsBy: string;
  },
): SelfPlaySummary {
  const { judgeCalls, passesSaved, modelCalls, tokens, dollars } = play.tally;
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
    ended: parts.ended,
    checkpoints: { generator: state.generator.id, solver: state.incumbent.id, start: parts.start },
    snapshot: state.incumbentHash,
  };
}
