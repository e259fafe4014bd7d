import type { Checkpoint, PreferencePair, Trainer } from '#contracts';
import {
  adaptKlWeight,
  collapseLimits,
  type Diversity,
  findCollapse,
  isStale,
  type MeasuredAt,
  measureDiversity,
  poolValidity,
} from '#judge';
import { canonicalText, Fault, type Hash } from '#kernel';
import { mean } from '#statistics';
import { bookIteration, countRefusals } from './book-iteration.ts';
import { calibrate, type Calibration, checkJudge } from './check-judge.ts';
import { compareGenerators, type GeneratorReport } from './compare-generators.ts';
import { drawAnswers } from './draw-answers.ts';
import { type DrawnQuestion, drawQuestions, type Memory } from './draw-questions.ts';
import { judgeAnswers } from './judge-answers.ts';
import { type GapsByKind, type MeasuredQuestion, measureQuestions } from './measure-questions.ts';
import { meanInterval, riseInterval } from './mean-interval.ts';
import { Play, type SelfPlayPorts, type TrainedRole } from './play.ts';
import { rankedQuestions, rewardedTexts, type RewardedQuestion, rewardQuestions } from './reward-questions.ts';
import type { SelfPlaySettings } from './settings.ts';
import { pairsOf, rewardedAnswers } from './teach-solver.ts';
import { tryCandidate } from './try-candidate.ts';

/** P(strong above weak) below which a kind counts as judged the wrong way round. */
const NOT_WRONG = 0.2;
/** Questions of a kind whose consistency is averaged. */
const CONSISTENCIES_HELD = 40;

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
  /** Judged share of right answers on held-out questions, at the last trial. */
  readonly heldOut: { readonly incumbent: number; readonly candidate: number; readonly questions: number } | null;
  /** Reliability of the questions as the run went: its first and its last iterations. */
  readonly reliability: {
    readonly first: number;
    readonly last: number;
    readonly difference: number;
    readonly low: number;
    readonly high: number;
  };
  readonly generator: GeneratorReport | null;
  readonly collapses: number;
  /** How the generator learns: by policy gradient, from ranked pairs, or by examples in its prompt alone. */
  readonly generatorLearnsBy: string;
  readonly ended: 'done' | 'budget';
  /** Checkpoints in force at the end, and the file of the solver's. */
  readonly checkpoints: { readonly generator: string; readonly solver: string; readonly start: string };
  readonly snapshot: Hash;
};

/** What changes from iteration to iteration. */
interface State {
  /** Who asks the held-out questions: a distribution that training does not move. */
  readonly firstGenerator: Checkpoint;
  generator: Checkpoint;
  /** The generator before its last update, to go back to. */
  generatorBefore: Checkpoint;
  /** The solver that learns; the incumbent is what it must beat. */
  solver: Checkpoint;
  incumbent: Checkpoint;
  incumbentHash: Hash;
  readonly lagging: Checkpoint[];
  readonly gaps: GapsByKind;
  /** R_cons of the latest questions by kind. */
  readonly consistencies: Map<string, number[]>;
  readonly memory: Memory;
  readonly trained: Set<string>;
  readonly reliabilities: number[][];
  readonly refusals: Record<string, number>;
  /** Pairs whose reliability is not stale, with when it was measured. */
  recent: { readonly at: MeasuredAt; readonly pairs: readonly PreferencePair[] }[];
  calibration: Calibration | undefined;
  startDiversity: Diversity | undefined;
  pull: number;
  look: number;
  counts: Record<'accepted' | 'rejected' | 'undecided' | 'rolledBack' | 'collapses', number>;
  totals: Record<'iterations' | 'drawn' | 'judged' | 'kept' | 'pairs', number>;
  heldOut: SelfPlaySummary['heldOut'];
}

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
  play.aside = settings.limits.judgeCalls === undefined ? 0 : 2 * settings.gate.questions * settings.gate.passes + 80;
  const ended = await iterate(play, state, learnsBy);
  play.aside = 0;
  if (ended === 'budget' && state.totals.iterations % settings.gate.every !== 0) await lastTrial(play, state);
  const generator =
    settings.finalQuestions === 0 || ended === 'budget'
      ? null
      : await compareGenerators(play, { ...start, last: state.generator, memory: state.memory });
  if (generator !== null) play.emit('generators-compared', { ...generator });
  return summarise(play, state, { start: start.solver.id, ended, generator, learnsBy });
}

async function begin(play: Play): Promise<{ start: { first: Checkpoint; solver: Checkpoint }; state: State }> {
  const { trainers } = play.ports;
  const solver = await trainers.solver.start();
  const generator = play.settings.isShared ? solver : await trainers.generator.start();
  const state: State = {
    firstGenerator: generator,
    generator,
    generatorBefore: generator,
    solver,
    incumbent: solver,
    incumbentHash: await keep(play, 'solver', solver),
    lagging: [solver],
    gaps: new Map(),
    consistencies: new Map(),
    memory: { likeness: [], good: [], bad: [] },
    trained: new Set(),
    reliabilities: [],
    refusals: {},
    recent: [],
    calibration: undefined,
    startDiversity: undefined,
    pull: 0.02,
    look: 0,
    counts: { accepted: 0, rejected: 0, undecided: 0, rolledBack: 0, collapses: 0 },
    totals: { iterations: 0, drawn: 0, judged: 0, kept: 0, pairs: 0 },
    heldOut: null,
  };
  return { start: { first: generator, solver }, state };
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

interface Batch {
  readonly drawn: readonly DrawnQuestion[];
  readonly measured: readonly MeasuredQuestion[];
}

/** Questions, answers, judgements, reliability. */
async function playRound(play: Play, state: State, iteration: number): Promise<Batch> {
  const { settings } = play;
  const drawn = await drawQuestions(play, state.generator, state.memory, {
    stream: `${iteration}`,
    count: settings.questions,
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

function remember(
  state: State,
  drawn: readonly DrawnQuestion[],
  measured: readonly MeasuredQuestion[],
  pairs: number,
): void {
  state.totals.drawn += drawn.length;
  state.totals.judged += measured.length;
  state.totals.kept += measured.filter(({ refusal }) => refusal === undefined).length;
  state.totals.pairs += pairs;
  state.reliabilities.push(measured.map(({ reliability }) => reliability.combined.value));
  for (const [why, count] of Object.entries(countRefusals(drawn, measured))) {
    state.refusals[why] = (state.refusals[why] ?? 0) + count;
  }
  for (const { question, kind, refusal, reliability } of measured) {
    const cons = [...(state.consistencies.get(kind) ?? []), reliability.cons.value];
    state.consistencies.set(kind, cons.slice(-CONSISTENCIES_HELD));
    if (refusal === undefined) state.trained.add(question);
    if (refusal === undefined && reliability.combined.value > 0.4) state.memory.good.push(question);
    if (reliability.combined.value < 0.1) state.memory.bad.push(question);
  }
}

function diversityOf(measured: readonly MeasuredQuestion[]): Diversity {
  return measureDiversity(
    measured.map(({ question }) => question),
    measured.map(({ kind }) => kind),
  );
}

/** How a generator can learn from reliability with this trainer. */
function learnsByOf(trainer: Trainer, { generator }: SelfPlaySettings): string {
  if (generator.reward === 'none') return 'nothing';
  if (trainer.methods.includes(generator.method)) return generator.method;
  return trainer.methods.includes('dpo') ? 'ranked pairs' : 'examples in its prompt';
}

/** Rewards the generator, or takes its last update back where questions have lost their variety. */
async function updateGenerator(
  play: Play,
  state: State,
  { drawn, measured, iteration, learnsBy }: Batch & { readonly iteration: number; readonly learnsBy: string },
): Promise<void> {
  if (learnsBy === 'nothing' || learnsBy === 'examples in its prompt' || measured.length < 2) return;
  const rewards = rewardQuestions(drawn, measured, play.settings);
  const distance = await distanceOf(play, state, drawn);
  state.pull = adaptKlWeight(state.pull, distance, play.settings.generator.distance);
  const wrong =
    play.settings.filter === 'evidence' && state.startDiversity !== undefined
      ? findCollapse(diversityOf(measured), state.startDiversity, distance, {
          ...collapseLimits,
          keptDiversity: play.settings.generator.keptDiversity,
        })
      : [];
  if (wrong.length > 0) {
    state.counts.collapses += 1;
    state.pull = Math.min(10, state.pull * 2);
    play.emit('generator-held', { iteration, why: wrong, back: state.generatorBefore.id });
    setCheckpoint(play, state, 'generator', state.generatorBefore);
    return;
  }
  const batch = batchFor(rewards, learnsBy, iteration, { source: play.ports.journal.run, pull: state.pull });
  const method = learnsBy === 'ranked pairs' ? 'dpo' : play.settings.generator.method;
  const next = await trainAt(play, 'generator', state.generator, { ...batch, role: 'generator', iteration }, method);
  const reward = meanInterval(rewards.map((each) => each.reward)).level;
  play.emit('generator-updated', { iteration, by: learnsBy, reward, distance, pull: state.pull, checkpoint: next.id });
  state.generatorBefore = state.generator;
  setCheckpoint(play, state, 'generator', next);
}

function batchFor(
  rewards: readonly RewardedQuestion[],
  learnsBy: string,
  iteration: number,
  { source, pull }: { readonly source: string; readonly pull: number },
): Pick<Parameters<Trainer['train']>[1], 'pairs' | 'rewarded' | 'pull'> {
  return learnsBy === 'ranked pairs'
    ? { pairs: rankedQuestions(rewards, iteration, source), rewarded: [] }
    : { pairs: [], rewarded: rewardedTexts(rewards, iteration), pull };
}

/** Nats per question from the start, where the trainer can tell. */
async function distanceOf(play: Play, state: State, drawn: readonly DrawnQuestion[]): Promise<number> {
  const { computed } = play.ports.trainers.generator;
  if (computed === undefined || drawn.length === 0) return 0;
  const texts = drawn.map(({ text }) => text);
  const inputs = { checkpoint: state.generator.id, texts };
  return play.ports.journal.step('generator-distance', inputs, () =>
    computed.distanceOf(state.generator, drawn[0]!.prompt, texts),
  );
}

async function updateSolver(
  play: Play,
  state: State,
  measured: readonly MeasuredQuestion[],
  iteration: number,
): Promise<void> {
  const { trainers } = play.ports;
  const wanted = play.settings.solver.method;
  const method = trainers.solver.methods.includes(wanted) ? wanted : (trainers.solver.methods[0] ?? wanted);
  const now = { solver: state.solver.id, iteration };
  const fresh = state.recent.filter(({ at }) => !isStale(at, now, play.settings.solver.replay - 1));
  state.recent = [...fresh, { at: now, pairs: pairsOf(play, measured, iteration) }];
  const pairs = state.recent.flatMap((each) => each.pairs);
  const rewarded = method === 'reinforce' || method === 'grpo' ? rewardedAnswers(play, measured, iteration) : [];
  if (trainers.solver.methods.length > 0 && (pairs.length > 0 || rewarded.length > 0)) {
    const next = await trainAt(play, 'solver', state.solver, { role: 'solver', iteration, pairs, rewarded }, method);
    play.emit('solver-updated', { iteration, by: method, pairs: pairs.length, checkpoint: next.id });
    setCheckpoint(play, state, 'solver', next);
  }
  state.lagging.push(state.solver);
  const held = Math.max(play.settings.weak.lag, play.settings.strong.lag) + 1;
  if (state.lagging.length > held) state.lagging.shift();
  await play.retireOthers([
    state.firstGenerator,
    state.generator,
    state.generatorBefore,
    state.solver,
    state.incumbent,
    ...state.lagging,
  ]);
}

/** Trains: recorded as a call where it is an effect outside, done again on a replay where it is a computation. */
function trainAt(
  play: Play,
  role: TrainedRole,
  from: Checkpoint,
  batch: Parameters<Trainer['train']>[1],
  method: Parameters<Trainer['train']>[2],
): Promise<Checkpoint> {
  const trainer = play.ports.trainers[role];
  if (trainer.computed !== undefined) return trainer.train(from, batch, method);
  const inputs = {
    from: { ...from },
    method,
    role,
    iteration: batch.iteration,
    pairs: [...batch.pairs],
    rewarded: [...batch.rewarded],
  };
  return play.ports.journal.call(`train-${role}`, inputs, () => trainer.train(from, batch, method));
}

function setCheckpoint(play: Play, state: State, role: TrainedRole, checkpoint: Checkpoint): void {
  state[role] = checkpoint;
  if (play.settings.isShared) {
    state.generator = checkpoint;
    state.solver = checkpoint;
  }
}

/** Keeps a checkpoint as a blob: its weights where they are here, else what names it. */
async function keep(play: Play, role: TrainedRole, checkpoint: Checkpoint): Promise<Hash> {
  const { journal, blobs, trainers } = play.ports;
  const { computed } = trainers[role];
  if (computed === undefined) return journal.putBlob(new TextEncoder().encode(canonicalText({ ...checkpoint })));
  const hash = await journal.step('keep-checkpoint', { role, checkpoint: checkpoint.id }, () =>
    journal.putBlob(computed.bytesOf(checkpoint)),
  );
  computed.adopt(checkpoint, () => {
    const bytes = blobs.getBlob(hash);
    if (bytes === undefined) throw new Fault('lm/bad-checkpoint', `the store has no weights of ${checkpoint.id}`);
    return bytes;
  });
  return hash;
}

/** Looks at the judge, then lets the learning solver challenge the one in force; both roles are kept as files. */
async function challenge(
  play: Play,
  state: State,
  measured: readonly MeasuredQuestion[],
  iteration: number,
): Promise<void> {
  const health =
    state.calibration === undefined || measured.length === 0
      ? undefined
      : await checkJudge(play, state.calibration, measured, iteration);
  if (health !== undefined) {
    play.emit('judge-checked', {
      iteration,
      firstPlace: health.position?.firstRate ?? null,
      isPositionBiased: health.position?.isBiased ?? null,
      controlsRefused: health.controls?.refused ?? null,
      drift: health.drift?.shift ?? null,
      distrust: health.distrust ?? null,
    });
  }
  await keep(play, 'generator', state.generator);
  if (state.solver.id === state.incumbent.id) return;
  state.look += 1;
  const candidateHash = await keep(play, 'solver', state.solver);
  const trial = await tryCandidate(play, {
    incumbent: state.incumbent,
    candidate: state.solver,
    kept: { incumbent: state.incumbentHash, candidate: candidateHash },
    generator: state.firstGenerator,
    memory: state.memory,
    trained: state.trained,
    isJudgeable: (kind) => isJudgeable(kind, state, play.settings),
    look: state.look,
    acceptances: state.counts.accepted,
    distrust: health?.distrust,
  });
  state.counts[trial.verdict] += 1;
  state.heldOut = { incumbent: trial.incumbent, candidate: trial.candidate, questions: trial.questions };
  if (trial.verdict === 'accepted') {
    state.incumbent = state.solver;
    state.incumbentHash = candidateHash;
  } else if (trial.isWorse) {
    play.emit('solver-rolled-back', { iteration, from: state.solver.id, to: state.incumbent.id });
    state.counts.rolledBack += 1;
    setCheckpoint(play, state, 'solver', state.incumbent);
    state.lagging.push(state.solver);
  }
}

/**
 * Whether held-out questions of a kind can show a gain or a loss: the judge scores them consistently, and nothing says that it takes weak
 * for strong. Wider than what teaches, so that what a candidate forgets is seen too.
 */
function isJudgeable(kind: string, { gaps, consistencies }: State, { thresholds }: SelfPlaySettings): boolean {
  const cons = consistencies.get(kind) ?? [];
  if (cons.length === 0 || mean(cons) < thresholds.cons) return false;
  return poolValidity(gaps.get(kind) ?? []).probability >= NOT_WRONG;
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
  const { judgeCalls, passesSaved, modelCalls, tokens } = play.tally;
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
    heldOut: state.heldOut,
    reliability: { first: meanInterval(first).level, last: meanInterval(last).level, ...riseInterval(first, last) },
    generator: parts.generator,
    generatorLearnsBy: parts.learnsBy,
    ended: parts.ended,
    checkpoints: { generator: state.generator.id, solver: state.incumbent.id, start: parts.start },
    snapshot: state.incumbentHash,
  };
}
