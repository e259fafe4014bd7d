import type { Outcome } from '#foundation/contracts';
import type { SkillFiles, SkillTask } from '#foundation/contracts/skills';

/** One try of a skill on a task that is to be made. */
export interface RolloutPlan {
  readonly skill: SkillFiles;
  readonly task: SkillTask;
  readonly repeat: number;
  /** Under which name its usage is accounted, such as `rollout` or `evaluate`. */
  readonly stage: string;
  readonly mayShowFeedback: boolean;
}

/** A try that was made. */
export interface Rollout extends RolloutPlan {
  readonly outcome: Outcome;
  /** The number of the try that the outcome is of. */
  readonly tries: number;
}
