import type { SkillFiles } from '#contracts';
import { invariant, type Rng } from '#kernel';
import type { Optimizer } from './optimizer.ts';
import type { ScoredRollout } from './rollout.ts';
import type { Source, UpdateItem, UpdateMode } from './update-item.ts';

export interface ReflectSettings {
  readonly mode: UpdateMode;
  readonly minibatchSize: number;
  readonly failureOnly: boolean;
  /** L: most items one analyst may propose; null leaves it open. */
  readonly editBudget: number | null;
  /** A rollout with hard below this is a failure. */
  readonly failBelow: number;
  /** Skill-aware reflection: who may write appendix notes; absent means off. */
  readonly appendixSource?: 'both' | 'failure_only';
}

export interface ReflectInput {
  readonly skill: SkillFiles;
  readonly rollouts: readonly ScoredRollout[];
  readonly settings: ReflectSettings;
  /** What `renderStepBuffer` says of earlier steps; empty for none. */
  readonly history: string;
  /** Advice to the optimizer from the previous epoch; empty for none. */
  readonly metaSkill: string;
  /** Shuffles; the same stream gives the same minibatches. */
  readonly rng: Rng;
}

/** A kind of failure that an analyst named. */
export interface FailureType {
  readonly type: string;
  readonly count: number;
  readonly description: string;
}

/** What one analyst made of one minibatch. */
export interface AnalystReport {
  readonly source: Source;
  /** `fail_000`, `succ_000`, … in order. */
  readonly name: string;
  readonly taskIds: readonly string[];
  readonly reasoning: string;
  readonly items: readonly UpdateItem[];
  readonly failureTypes: readonly FailureType[];
  readonly successPatterns: readonly string[];
  readonly notes: readonly string[];
  /** Why there is nothing: the reply was cut off, refused or not in the format. */
  readonly problem?: string;
}

/** Stage 2. Reports come in the order of minibatches, failures first, whatever order the replies came in. */
export function reflect(_input: ReflectInput, _optimizer: Optimizer): Promise<readonly AnalystReport[]> {
  invariant(false, 'reflect is written');
}
