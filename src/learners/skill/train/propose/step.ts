import type { Json } from '#foundation/contracts';
import { mean } from '#foundation/statistics';
import type { UpdateMode } from '#learners/skill/edits';
import type { ScoredRollout } from '#learners/skill/optimizer';
import type { Rollout } from '#ratchet/rollout';
import type { Maker } from '../state/train-state.ts';
import type { ProposerName } from '../settings.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { PlannedStep } from './plan-steps.ts';

/** A step as it begins: what its stages read. Each stage returns data of its own. */
export interface Step {
  readonly plan: PlannedStep;
  readonly inEpoch: number;
  readonly parent: SkillVersion;
  readonly proposer: ProposerName;
  readonly mode: UpdateMode;
  readonly maker: Maker;
  /** Advice to the optimizer that this step uses; empty for none. */
  readonly advice: string;
  /** Earlier steps of the epoch, for the optimizer. */
  readonly history: string;
}

export function isScored(rollout: Rollout): rollout is Rollout & ScoredRollout {
  return rollout.outcome.kind === 'scored';
}

export function meanScores(rollouts: readonly ScoredRollout[]): { hard: number; soft: number } {
  if (rollouts.length === 0) return { hard: 0, soft: 0 };
  return {
    hard: mean(rollouts.map(({ outcome }) => outcome.score.hard)),
    soft: mean(rollouts.map(({ outcome }) => outcome.score.soft)),
  };
}

/** Data as JSON: the journal takes nothing else, and absent members are left out. */
export function asJson(value: unknown): Json {
  const parsed: Json = JSON.parse(JSON.stringify(value));
  return parsed;
}
