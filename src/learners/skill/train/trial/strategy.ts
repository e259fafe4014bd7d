import type { SkillTask } from '#foundation/contracts/skills';
import type { Change } from '../state/train-state.ts';
import type { StepAction } from '../state/step-record.ts';
import type { Step } from '../propose/step.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { TrainRun } from '../train-run.ts';
import type { Tried } from '../state/tried.ts';

/** How a change ended for the step that made it. */
export interface Ending {
  readonly action: StepAction;
  /** Absent where it was not tried yet. */
  readonly tried?: Tried;
  /** What the last trial tried; of a bundle that was taken apart, what was left of it. */
  readonly change?: Change;
}

/** When candidates are tried, and what the next one is made from. */
export interface Strategy {
  readonly name: 'late draft' | 'pool of skills';
  /** Trials that a run is expected to have: the error budget is spread over about so many. */
  readonly expectedTrials: number;
  /** The skill that the candidate of a step is made from. */
  parent(run: TrainRun, step: number): SkillVersion;
  /** Before a step: what is known by now may change what it begins with. */
  prepare(run: TrainRun): Promise<void>;
  /** After the parent's training rollouts: whether the parent is still wanted. What was tried in passing is told. */
  review(run: TrainRun, step: Step): Promise<{ readonly isWanted: boolean; readonly tried?: Ending }>;
  /** Takes a change up. */
  take(run: TrainRun, change: Change, parent: SkillVersion): Promise<Ending>;
  /** The end of an epoch, after guidance and advice. */
  endEpoch(run: TrainRun): Promise<void>;
  /** The end of a run; these training tasks measure what no rollout has measured yet. */
  finish(run: TrainRun, tasks: readonly SkillTask[]): Promise<void>;
}

/** A run with the strategy that steers it: what a step needs as a whole. */
export interface SteeredRun extends TrainRun {
  readonly strategy: Strategy;
}
