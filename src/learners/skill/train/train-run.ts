import type { Json } from '#foundation/contracts';
import type { Journal } from '#foundation/contracts/ports';
import type { SkillTask } from '#foundation/contracts/skills';
import type { Rng } from '#foundation/kernel';
import type { Optimizer } from '#learners/skill/optimizer';
import type { Budget, Stopwatch } from '#ratchet/budget';
import type { Gate } from '#ratchet/gate';
import type { AskAgent, AskCounts, Rollouts } from '#ratchet/rollout';
import type { SealedWorld } from './sealed-world.ts';
import type { TrainSettings } from './settings.ts';
import type { TrainBook } from './state/book.ts';
import type { TrainState } from './state/train-state.ts';

/** What every stage may do: read the settings, write events, and tell the watcher. */
export interface Telling {
  readonly settings: TrainSettings;
  readonly journal: Journal;
  /** Tells the watcher which stage begins. */
  enter(stage: string): void;
  emit(type: string, data: Json): void;
}

/** All that the run remembers. */
export interface Remembering {
  /** The state before this unit of work, with what the unit has booked since. */
  readonly state: TrainState;
  /** What the unit books; the run folds it into its state when the unit has ended. */
  readonly book: TrainBook;
}

/** Rollouts of training tasks. */
export interface Practising {
  readonly world: SealedWorld;
  readonly rollouts: Rollouts;
  readonly rng: Rng;
  readonly train: readonly SkillTask[];
}

/** Who writes changes, and what must not get into them. */
export interface Proposing {
  readonly optimizer: Optimizer;
  /** What became of the questions to the optimizer. */
  readonly asked: () => AskCounts;
  /** There where the ports have an agent. */
  readonly askAgent?: AskAgent;
  /** Tasks whose answers and ids must not enter a skill: all that the gate and the reflection see. One list, so that it is read once. */
  readonly guarded: readonly SkillTask[];
}

/** Trials on the validation tasks. */
export interface Trying {
  readonly world: SealedWorld;
  readonly rollouts: Rollouts;
  readonly gate: Gate;
  readonly validation: ReadonlyMap<string, SkillTask>;
  readonly budget: Budget;
}

/** Room and time that were kept for the end of the run, and is given to it there. */
export interface Keeping {
  readonly stopwatch: Stopwatch;
  /** Whether what calls use is limited. */
  readonly isLimited: boolean;
  /** For the trial of the last draft. */
  releaseTrial(): void;
  /** For leaving lines out. */
  releaseShortening(): void;
  /** For the final test. */
  releaseTest(): void;
}

/** A run under way. A stage asks for the parts that it needs. */
export interface TrainRun extends Telling, Remembering, Practising, Proposing, Trying, Keeping {}
