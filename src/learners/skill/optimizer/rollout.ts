import type { Outcome } from '#foundation/contracts';
import type { SkillTask } from '#foundation/contracts/skills';

/** A rollout that has a score. Unscored ones cannot be written down here, so no outage can teach. */
export interface ScoredRollout {
  readonly task: SkillTask;
  readonly outcome: Extract<Outcome, { kind: 'scored' }>;
}
