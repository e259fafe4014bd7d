import type { Checkpoint, PreferencePair } from '#foundation/contracts/self-play';
import { type Diversity, type MeasuredAt, measureDiversity } from '#learners/model/judge/guards';
import { poolValidity } from '#learners/model/judge/reliability';
import type { Hash } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { countRefusals } from './book-iteration.ts';
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

/** What changes from iteration to iteration. */
export interface State {
  /** Who asks the held-out questions: a distribution that training does not move. */
  readonly firstGenerator: Checkpoint;
  generator: Checkpoint;
  /** The generator before its last update, to go back to. */
  generatorBefore: Checkpoint;
  /** The solver that learns; the incumbent is what it must beat. */
  solver: Checkpoint;
  incumbent: Checkpoint;
  incumbentHash: Hash;
  /** The solver that was last tried. */
  tried: string;
  readonly lagging: Checkpoint[];
  readonly gaps: GapsByKind;
  /** R_cons of the latest questions by kind. */
  readonly consistencies: Map<string, number[]>;
  readonly memory: Memory;
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
  heldOut: { readonly incumbent: number; readonly candidate: number; readonly questions: number } | null;
}

export async function begin(play: Play): Promise<{ start: { first: Checkpoint; solver: Checkpoint }; state: State }> {
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
    look: 0,
    counts: { accepted: 0, rejected: 0, undecided: 0, rolledBack: 0, collapses: 0 },
    totals: { iterations: 0, drawn: 0, judged: 0, kept: 0, pairs: 0 },
    heldOut: null,
  };
  return { start: { first: generator, solver }, state };
}

export function remember(
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
    if (refusal === undefined && reliability.combined.value > 0.4) state.memory.good.push(question);
    if (reliability.combined.value < 0.1) state.memory.bad.push(question);
  }
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

export function setCheckpoint(play: Play, state: State, role: TrainedRole, checkpoint: Checkpoint): void {
  state[role] = checkpoint;
  if (play.settings.isShared) {
    state.generator = checkpoint;
    state.solver = checkpoint;
  }
}
