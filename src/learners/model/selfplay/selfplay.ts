import { Json } from '#foundation/contracts';
import type { Checkpoint } from '#foundation/contracts/self-play';
import type { Hash } from '#foundation/kernel';
import { untilSpent } from '#ratchet/budget';
import { keepContent } from '#ratchet/certify';
import { type Book, type Learner, openBook, practise } from '#ratchet/learner';
import { beliefsOf } from './kinds/kind-beliefs.ts';
import { validityOfKind } from './kinds/kind-worth.ts';
import { bookChange, type PlayChange } from './book-change.ts';
import { challenge } from './challenge.ts';
import { compareGenerators, type GeneratorReport } from './compare-generators.ts';
import { meanInterval, type Rise, riseInterval } from './mean-interval.ts';
import { Play, type SelfPlayPorts } from './play.ts';
import { playRound } from './play-round.ts';
import type { SelfPlaySettings } from './settings.ts';
import { begin, type State } from './state.ts';
import { learnsByOf, updateGenerator, updateSolver } from './update-roles.ts';

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

/** What a run does next: an iteration, or what its end shows. */
type Unit =
  | { readonly kind: 'iterate'; readonly number: number; readonly isTrialDue: boolean }
  | { readonly kind: 'close' };

export function modelLearner(play: Play): Learner<State, Unit, readonly PlayChange[], SelfPlaySummary> {
  const { settings, ports } = play;
  const learnsBy = learnsByOf(ports.trainers.generator, settings);
  const book = (state: State, change: PlayChange): State => bookChange(settings, state, change);
  return {
    async begin() {
      const state = await begin(play);
      // What an audit holds trials against, under the hash that the configuration names.
      keepContent(ports.journal, Json.parse(JSON.parse(JSON.stringify(settings))));
      const trainers = { generator: ports.trainers.generator.id, solver: ports.trainers.solver.id };
      await ports.journal.step('roles-named', { trainers }, () => null);
      play.emit('selfplay-started', {
        alpha: settings.gate.alpha,
        snapshot: state.incumbentHash,
        judge: ports.judge.id,
        form: ports.form.id,
        trainers,
        generatorLearnsBy: learnsBy,
        isSimulated: ports.judge.isSimulated,
      });
      return state;
    },

    async propose({ iteration, isSpent, isClosed }) {
      if (isClosed) return undefined;
      if (isSpent || iteration === settings.iterations) return { kind: 'close' };
      const number = iteration + 1;
      const isTrialDue = number % settings.gate.every === 0 || number === settings.iterations;
      return { kind: 'iterate', number, isTrialDue };
    },

    async try(before, unit) {
      const unitBook = openBook(before, book);
      if (unit.kind === 'close') await close(play, unitBook);
      else await iterate(play, unitBook, { ...unit, learnsBy });
      return unitBook.changes;
    },

    apply: (state, _unit, changes) => changes.reduce(book, state),

    describe: async (state) => summarise(play, state, learnsBy),
  };
}

type PlayBook = Book<State, PlayChange>;

/** An iteration: questions, what both roles learn from them, and a trial where one is due. What was booked when the budget ended stays. */
async function iterate(
  play: Play,
  book: PlayBook,
  {
    number,
    isTrialDue,
    learnsBy,
  }: { readonly number: number; readonly isTrialDue: boolean; readonly learnsBy: string },
): Promise<void> {
  book.write({ kind: 'iteration-begun', iteration: number });
  const stopped = await untilSpent(play, { iteration: number }, async () => {
    await play.stopwatch.goOn(`iteration ${number}`);
    const played = await playRound(play, book.state);
    book.write({ kind: 'questions-judged', played });
    const updated = await updateGenerator(play, book.state, { ...played, iteration: number, learnsBy });
    if (updated !== undefined) book.write(updated);
    book.write(await updateSolver(play, book.state, played.measured, number));
    await play.retireOthers(checkpointsInUse(book.state));
    book.write({ kind: 'iteration-ended' });
    if (!isTrialDue) return;
    const challenged = await challenge(play, book.state, played.measured, number);
    if (challenged !== undefined) book.write({ kind: 'challenged', challenged });
  });
  if (stopped !== null) book.write({ kind: 'budget-spent' });
}

function checkpointsInUse(state: State): readonly Checkpoint[] {
  const { firstGenerator, generator, generatorBefore, solver, incumbent, lagging } = state;
  return [firstGenerator, generator, generatorBefore, solver, incumbent, ...lagging];
}

/** Questions of each generator in a comparison, as a part of those that were judged: both together a tenth. */
export const COMPARED = 0.05;

/** What the end of a run shows: a trial where the budget ended an iteration, else both generators side by side. */
async function close(play: Play, book: PlayBook): Promise<void> {
  play.releaseTrial();
  const { isSpent, tried, solver } = book.state;
  if (isSpent && tried !== solver.id) await lastTrial(play, book);
  const { firstGenerator: first, firstSolver, generator: last, memory, totals } = book.state;
  const beliefs = beliefsOf(book.state, play.settings);
  const isValid = (kind: string): boolean => validityOfKind(beliefs, kind) >= play.settings.validity;
  const questions = Math.min(play.settings.finalQuestions, Math.floor(totals.judged * COMPARED));
  const compared =
    isSpent || questions === 0
      ? null
      : await compareGenerators(play, { first, solver: firstSolver, last, memory, questions, isValid });
  if (compared !== null) await play.report('generators-compared', { ...compared.report });
  book.write({ kind: 'closed', compared: compared?.report ?? null, saved: compared?.saved ?? 0 });
}

/** A trial after the budget ended an iteration. Its cost was set aside before. Where the time is over too, the incumbent stays. */
async function lastTrial(play: Play, book: PlayBook): Promise<void> {
  const iteration = book.state.totals.iterations + 1;
  await untilSpent(play, { iteration }, async () => {
    const challenged = await challenge(play, book.state, [], iteration);
    if (challenged !== undefined) book.write({ kind: 'challenged', challenged });
  });
}

function summarise(play: Play, state: State, learnsBy: string): SelfPlaySummary {
  const { judgeCalls, modelCalls, tokens, dollars } = play.tally;
  const turns = Math.max(1, Math.floor(state.reliabilities.length / 6));
  const [first, last] = [state.reliabilities.slice(0, turns).flat(), state.reliabilities.slice(-turns).flat()];
  return {
    ...state.totals,
    ...state.counts,
    refusals: state.refusals,
    judgeCalls,
    passesSaved: state.passesSaved,
    modelCalls,
    tokens,
    dollars,
    heldOut: state.heldOut,
    reliability: { first: meanInterval(first).level, last: meanInterval(last).level, ...riseInterval(first, last) },
    generator: state.compared,
    generatorLearnsBy: learnsBy,
    ended: state.isSpent ? 'budget' : 'done',
    checkpoints: { generator: state.generator.id, solver: state.incumbent.id, start: state.firstSolver.id },
    snapshot: state.incumbentHash,
  };
}
