import type { Outcome } from '#contracts';
import type { SkillTask } from '#contracts/skills';

/** A rollout that has a score. Unscored ones cannot be written down here, so no outage can teach. */
export interface ScoredRollout {
  readonly task: SkillTask;
  readonly outcome: Extract<Outcome, { kind: 'scored' }>;
}
