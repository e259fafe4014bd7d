import type { Checkpoint, PreferencePair } from '#foundation/contracts/self-play';
import { type Diversity, type MeasuredAt, measureDiversity } from '#learners/model/judge/guards';
import { poolValidity } from '#learners/model/judge/reliability';
import type { Hash } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { countRefusals } from './tell-iteration.ts';
import type { Calibration } from './check-judge.ts';
import type { DrawnQuestion, Memory } from './draw-questions.ts';
import { keep } from './keep-checkpoint.ts';
import type { GapsByKind, MeasuredQuestion } from './measure-questions.ts';
import type { Play, TrainedRole } from './play.ts';
import type { SelfPlaySettings } from './settings.ts';

/** P(strong above weak) below which a kind counts as judged the wrong way round. */
const NOT_WRONG = 0.2;
/** Questions of a kind whose consistency is averaged. */
const CONSISTENCIES_HELD = 40;

/** All that a run knows between two iterations: an immutable value. */
export interface State {
  readonly iteration: number;
  /** Whether the budget ended the run. */
  readonly isSpent: boolean;
  /** The solver that the run began with, and who asks the held-out questions: a distribution that training does not move. */
  readonly firstSolver: Checkpoint;
  readonly firstGenerator: Checkpoint;
  readonly generator: Checkpoint;
  /** The generator before its last update, to go back to. */
  readonly generatorBefore: Checkpoint;
  /** The solver that learns; the incumbent is what it must beat. */
  readonly solver: Checkpoint;
  readonly incumbent: Checkpoint;
  readonly incumbentHash: Hash;
  /** The solver that was last tried. */
  readonly tried: string;
  readonly lagging: readonly Checkpoint[];
  readonly gaps: GapsByKind;
  /** R_cons of the latest questions by kind. */
  readonly consistencies: ReadonlyMap<string, readonly number[]>;
  readonly memory: Memory;
  readonly reliabilities: readonly (readonly number[])[];
  readonly refusals: Readonly<Record<string, number>>;
  /** Pairs whose reliability is not stale, with when it was measured. */
  readonly recent: readonly { readonly at: MeasuredAt; readonly pairs: readonly PreferencePair[] }[];
  readonly calibration: Calibration | undefined;
  readonly startDiversity: Diversity | undefined;
  readonly pull: number;
  readonly looks: number;
  readonly counts: Readonly<Record<'accepted' | 'rejected' | 'undecided' | 'rolledBack' | 'collapses', number>>;
  readonly totals: Readonly<Record<'iterations' | 'drawn' | 'judged' | 'kept' | 'pairs', number>>;
  readonly heldOut: { readonly incumbent: number; readonly candidate: number; readonly questions: number } | null;
}

export async function begin(play: Play): Promise<State> {
  const { trainers } = play.ports;
  const solver = await trainers.solver.start();
  const generator = play.settings.isShared ? solver : await trainers.generator.start();
  return {
    iteration: 0,
    isSpent: false,
    firstSolver: solver,
    firstGenerator: generator,
    generator,
    generatorBefore: generator,
    solver,
    incumbent: solver,
    incumbentHash: await keep(play, 'solver', solver),
    tried: solver.id,
    lagging: [solver],
    gaps: new Map(),
    consistencies: new Map(),
    memory: { likeness: [], good: [], bad: [] },
    reliabilities: [],
    refusals: {},
    recent: [],
    calibration: undefined,
    startDiversity: undefined,
    pull: 0.02,
    looks: 0,
    counts: { accepted: 0, rejected: 0, undecided: 0, rolledBack: 0, collapses: 0 },
    totals: { iterations: 0, drawn: 0, judged: 0, kept: 0, pairs: 0 },
    heldOut: null,
  };
}

/** What the questions of one iteration came to. */
export interface Played {
  readonly drawn: readonly DrawnQuestion[];
  readonly measured: readonly MeasuredQuestion[];
  readonly pairs: number;
  readonly gaps: GapsByKind;
  readonly memory: Memory;
}

/** Books the questions of one iteration. */
export function bookQuestions(state: State, { drawn, measured, pairs, gaps, memory }: Played): State {
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
  return {
    ...state,
    gaps,
    refusals,
    consistencies,
    memory: { ...memory, good: [...memory.good, ...good], bad: [...memory.bad, ...bad] },
    reliabilities: [...state.reliabilities, measured.map(({ reliability }) => reliability.combined.value)],
    totals: {
      ...totals,
      drawn: totals.drawn + drawn.length,
      judged: totals.judged + measured.length,
      kept: totals.kept + measured.filter(({ refusal }) => refusal === undefined).length,
      pairs: totals.pairs + pairs,
    },
  };
}

export function diversityOf(measured: readonly MeasuredQuestion[]): Diversity {
  return measureDiversity(
    measured.map(({ question }) => question),
    measured.map(({ kind }) => kind),
  );
}

/**
 * Whether held-out questions of a kind can show a gain or a loss: the judge scores them consistently, and nothing says that it takes weak
 * for strong. Wider than what teaches, so that what a candidate forgets is seen too.
 */
export function isJudgeable(kind: string, { gaps, consistencies }: State, { thresholds }: SelfPlaySettings): boolean {
  const cons = consistencies.get(kind) ?? [];
  if (cons.length === 0 || mean(cons) < thresholds.cons) return false;
  return poolValidity(gaps.get(kind) ?? []).probability >= NOT_WRONG;
}

/** A role at another checkpoint; both are where they are one model. */
export function withCheckpoint(play: Play, state: State, role: TrainedRole, checkpoint: Checkpoint): State {
  return play.settings.isShared
    ? { ...state, generator: checkpoint, solver: checkpoint }
    : { ...state, [role]: checkpoint };
}
