import type { Journal, Timer } from '#foundation/contracts/ports';
import type { SkillWorld } from '#foundation/contracts/skills';
import type { Budget } from '../budget/budget.ts';
import type { Stopwatch } from '../budget/stopwatch.ts';
import type { Patience } from './backoff.ts';
import type { Tell } from './notice.ts';

export interface RolloutSettings {
  readonly concurrency: number;
  readonly patience: Patience;
  /** Share of rollouts that must end with a score; below it the run stops. */
  readonly minimumCoverage: number;
}

export interface RolloutPorts {
  readonly journal: Journal;
  readonly world: SkillWorld;
  readonly timer: Timer;
  readonly budget: Budget;
  readonly stopwatch: Stopwatch;
  /** Told after each rollout. */
  readonly ended?: () => void;
  /** Told before each wait for another try. */
  readonly tell?: Tell;
}
