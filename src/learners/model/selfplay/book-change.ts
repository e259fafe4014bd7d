import type { Checkpoint } from '#foundation/contracts/self-play';
import { calibrate } from './check-judge.ts';
import type { Challenged } from './challenge.ts';
import type { GeneratorReport } from './compare-generators.ts';
import { bookKinds, type LookedQuestion } from './kinds/kind-book.ts';
import type { DrawnQuestion, Memory } from './draw-questions.ts';
import { diversityOf, type MeasuredQuestion, NOT_VALID } from './measure-questions.ts';
import type { TrainedRole } from './play.ts';
import type { SelfPlaySettings } from './settings.ts';
import type { State } from './state.ts';
import { countRefusals } from './tell-iteration.ts';

/** What the questions of one iteration came to. */
export interface Played {
  readonly drawn: readonly DrawnQuestion[];
  /** Answer sets that were drawn to choose by, judged or not. */
  readonly looked: readonly LookedQuestion[];
  readonly measured: readonly MeasuredQuestion[];
  readonly pairs: number;
  readonly memory: Memory;
  /** Passes of the judge that were not needed. */
  readonly saved: number;
}

/** Something that happened, as data. */
export type PlayChange =
  | { readonly kind: 'iteration-begun'; readonly iteration: number }
  | { readonly kind: 'questions-judged'; readonly played: Played }
  /** Questions lost their variety: the generator goes back to before its last update. */
  | { readonly kind: 'generator-held'; readonly pull: number }
  | { readonly kind: 'generator-updated'; readonly pull: number; readonly checkpoint: Checkpoint }
  /** The pairs of the solver that are not stale, and what it learnt from them, if anything. */
  | { readonly kind: 'solver-taught'; readonly recent: State['recent']; readonly checkpoint: Checkpoint | undefined }
  | { readonly kind: 'iteration-ended' }
  | { readonly kind: 'challenged'; readonly challenged: Challenged }
  | { readonly kind: 'budget-spent' }
  | { readonly kind: 'closed'; readonly compared: GeneratorReport | null; readonly saved: number };

/** The one function that makes the next state of a run: to replay a run is to fold it over what was booked. Pure. */
export function bookChange(settings: SelfPlaySettings, state: State, change: PlayChange): State {
  switch (change.kind) {
    case 'iteration-begun':
      return { ...state, iteration: change.iteration };
    case 'questions-judged':
      return bookQuestions(settings, state, change.played);
    case 'generator-held': {
      const counts = { ...state.counts, collapses: state.counts.collapses + 1 };
      const held = { ...state, counts, pull: Math.min(MOST_PULL, change.pull * 2) };
      return withCheckpoint(settings, held, 'generator', state.generatorBefore);
    }
    case 'generator-updated':
      return withCheckpoint(
        settings,
        { ...state, pull: change.pull, generatorBefore: state.generator },
        'generator',
        change.checkpoint,
      );
    case 'solver-taught':
      return bookLesson(settings, state, change);
    case 'iteration-ended':
      return { ...state, totals: { ...state.totals, iterations: state.iteration } };
    case 'challenged':
      return bookChallenge(settings, state, change.challenged);
    case 'budget-spent':
      return { ...state, isSpent: true };
    case 'closed':
      return { ...state, isClosed: true, compared: change.compared, passesSaved: state.passesSaved + change.saved };
  }
}

/** The pull back to the start is at most this. */
const MOST_PULL = 10;
/** Questions of a kind whose consistency is averaged. */
const CONSISTENCIES_HELD = 40;

/** Books the questions of one iteration. Later questions are compared with those of the first. */
function bookQuestions(
  { thresholds }: SelfPlaySettings,
  state: State,
  { drawn, looked, measured, pairs, memory, saved }: Played,
): State {
  const { totals } = state;
  const refusals: Record<string, number> = { ...state.refusals };
  for (const [why, count] of Object.entries(countRefusals(drawn, measured)))
    refusals[why] = (refusals[why] ?? 0) + count;
  const consistencies = new Map(state.consistencies);
  for (const { kind, reliability } of measured) {
    const cons = [...(consistencies.get(kind) ?? []), reliability.cons.value];
    consistencies.set(kind, cons.slice(-CONSISTENCIES_HELD));
  }
  const questionsOf = (isOne: (each: MeasuredQuestion) => boolean): string[] =>
    measured.filter(isOne).map(({ question }) => question);
  const good = questionsOf(({ refusal, reliability }) => refusal === undefined && reliability.combined.value > 0.4);
  const bad = questionsOf(({ reliability }) => reliability.combined.value < 0.1);
  const isFirst = state.reliabilities.length === 0;
  return {
    ...state,
    ...(isFirst
      ? {
          calibration: calibrate(measured, thresholds.cons),
          startDiversity: diversityOf(drawn.filter(({ fault }) => fault === undefined)),
        }
      : {}),
    samples: bookSamples(state.samples, drawn),
    kinds: bookKinds(state.kinds, looked, measured),
    waiting: bookWaiting(state.waiting, measured),
    refusals,
    consistencies,
    memory: { ...memory, good: [...memory.good, ...good], bad: [...memory.bad, ...bad] },
    reliabilities: [...state.reliabilities, measured.map(({ reliability }) => reliability.combined.value)],
    passesSaved: state.passesSaved + saved,
    totals: {
      ...totals,
      drawn: totals.drawn + drawn.length,
      judged: totals.judged + measured.length,
      kept: totals.kept + measured.filter(({ refusal }) => refusal === undefined).length,
      pairs: totals.pairs + pairs,
    },
  };
}

/** Questions that wait at most, the latest. */
const WAITING_HELD = 200;

/** What was told apart waits until its kind counts as valid, or is recalled for the last time. */
function bookWaiting(before: State['waiting'], measured: readonly MeasuredQuestion[]): State['waiting'] {
  const done = new Set(measured.map(({ question }) => question));
  const waits = measured.filter(({ refusal }) => refusal === NOT_VALID);
  const fresh = waits.map(({ question, kind, judged }) => ({ question, kind, answers: judged.judgements.answers }));
  return [...before.filter(({ question }) => !done.has(question)), ...fresh].slice(-WAITING_HELD);
}

/** Questions of a kind that are remembered. */
const SAMPLES_HELD = 4;

function bookSamples(before: State['samples'], drawn: readonly DrawnQuestion[]): State['samples'] {
  const samples = new Map(before);
  for (const { kind, question, fault } of drawn) {
    const own = samples.get(kind) ?? [];
    if (fault === undefined && own.length < SAMPLES_HELD) samples.set(kind, [...own, question]);
  }
  return samples;
}

function bookLesson(
  settings: SelfPlaySettings,
  state: State,
  { recent, checkpoint }: Extract<PlayChange, { readonly kind: 'solver-taught' }>,
): State {
  const learnt = checkpoint === undefined ? state : withCheckpoint(settings, state, 'solver', checkpoint);
  const held = Math.max(settings.weak.lag, settings.strong.lag) + 1;
  const lagging = [...learnt.lagging, learnt.solver].slice(-Math.max(held, learnt.lagging.length));
  return { ...learnt, recent, lagging };
}

const counted = { accept: 'accepted', reject: 'rejected', undecided: 'undecided' } as const;

/** Books a trial. An accepted candidate is in force, one that is worse beyond doubt is given up, and an undecided one goes on learning. */
function bookChallenge(settings: SelfPlaySettings, state: State, { tried, candidate }: Challenged): State {
  const { verdict, evidence, incumbentScore, candidateScore, memory } = tried;
  const word = counted[verdict];
  const next: State = {
    ...state,
    memory,
    looks: state.looks + 1,
    tried: state.solver.id,
    counts: { ...state.counts, [word]: state.counts[word] + 1 },
    heldOut: { incumbent: incumbentScore ?? 0, candidate: candidateScore ?? 0, questions: evidence.pairs },
  };
  if (verdict === 'accept') return { ...next, incumbent: state.solver, incumbentHash: candidate };
  if (verdict === 'undecided') return next;
  const counts = { ...next.counts, rolledBack: next.counts.rolledBack + 1 };
  const lagging = [...next.lagging, state.incumbent];
  return withCheckpoint(settings, { ...next, counts, lagging }, 'solver', state.incumbent);
}

/** Sets a role to another checkpoint; where both roles are one model, sets both. */
function withCheckpoint(
  { isShared }: SelfPlaySettings,
  state: State,
  role: TrainedRole,
  checkpoint: Checkpoint,
): State {
  return isShared ? { ...state, generator: checkpoint, solver: checkpoint } : { ...state, [role]: checkpoint };
}
