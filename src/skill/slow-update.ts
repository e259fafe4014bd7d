import type { SkillFiles } from '#contracts';
import { invariant } from '#kernel';
import type { ComparisonPair } from './comparison-pairs.ts';
import type { Optimizer } from './optimizer.ts';

export interface EpochComparison {
  readonly previousSkill: SkillFiles;
  readonly currentSkill: SkillFiles;
  readonly pairs: readonly ComparisonPair[];
}

/** Text that an epoch-end stage wrote; empty means `no_content`, with the reason in `problem`. */
export interface EpochText {
  readonly reasoning: string;
  readonly content: string;
  readonly problem?: string;
}

/** Asks for new slow-update guidance from what changed over an epoch. The caller measures it before it stays. */
export function writeSlowUpdate(_comparison: EpochComparison, _optimizer: Optimizer): Promise<EpochText> {
  invariant(false, 'writeSlowUpdate is written');
}

/** The guidance in the skill's slow-update region; empty for none. */
export function slowUpdateOf(_skill: SkillFiles): string {
  invariant(false, 'slowUpdateOf is written');
}

/** The skill with this guidance as its only slow-update region, at the end; empty text makes the empty placeholder. */
export function withSlowUpdate(_skill: SkillFiles, _content: string): SkillFiles {
  invariant(false, 'withSlowUpdate is written');
}
