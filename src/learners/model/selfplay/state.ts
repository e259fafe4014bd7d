import type { Checkpoint, PreferencePair } from '#foundation/contracts/self-play';
import type { Diversity, MeasuredAt } from '#learners/model/judge/guards';
import { validityOf } from '#learners/model/judge/reliability';
import type { Hash } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import type { Calibration } from './check-judge.ts';
import type { GeneratorReport } from './compare-generators.ts';
import type { Memory } from './draw-questions.ts';
import { keep } from './keep-checkpoint.ts';
import type { ScoredQuestion } from './kinds/evidence-of-kinds.ts';
import { type KindBook, recordOf } from './kinds/kind-book.ts';
import type { Play } from './play.ts';
import type { SelfPlaySettings } from './settings.ts';

/** P(strong above weak) below which a kind counts as judged the wrong way round. */
const NOT_WRONG = 0.2;

/** All that a run knows between two iterations: an immutable value. */
export interface State {
  readonly iteration: number;
  /** Whether the budget ended the run. */
  readonly isSpent: boolean;
  /** Whether the end has shown what it shows: the last trial, and both generators side by side. */
  readonly isClosed: boolean;
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
  /** What is known of each kind of question. */
  readonly kinds: KindBook;
  /** The first questions of each kind. */
  readonly samples: ReadonlyMap<string, readonly string[]>;
  /** Questions told apart whose kind does not count as valid yet; compared when it does. */
  readonly waiting: readonly ScoredQuestion[];
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
  /** Passes of the judge that were not needed. */
  readonly passesSaved: number;
  readonly heldOut: { readonly incumbent: number; readonly candidate: number; readonly questions: number } | null;
  /** The first generator beside the last. */
  readonly compared: GeneratorReport | null;
}

export async function begin(play: Play): Promise<State> {
  const { trainers } = play.ports;
  const solver = await trainers.solver.start();
  const generator = play.settings.isShared ? solver : await trainers.generator.start();
  return {
    iteration: 0,
    isSpent: false,
    isClosed: false,
    firstSolver: solver,
    firstGenerator: generator,
    generator,
    generatorBefore: generator,
    solver,
    incumbent: solver,
    incumbentHash: await keep(play, 'solver', solver),
    tried: solver.id,
    lagging: [solver],
    kinds: new Map(),
    samples: new Map(),
    waiting: [],
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
    passesSaved: 0,
    heldOut: null,
    compared: null,
  };
}

/**
 * Whether held-out questions of a kind can show a gain or a loss: the judge scores them consistently, and nothing says that it takes weak
 * for strong. Wider than what teaches, so that what a candidate forgets is seen too.
 */
export function isJudgeable(kind: string, { kinds, consistencies }: State, { thresholds }: SelfPlaySettings): boolean {
  const cons = consistencies.get(kind) ?? [];
  if (cons.length === 0 || mean(cons) < thresholds.cons) return false;
  return validityOf(recordOf(kinds, kind).valid) >= NOT_WRONG;
}
