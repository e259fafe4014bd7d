import type { SkillFiles, SkillTask } from '#contracts';
import { invariant } from '#kernel';

export interface LintFinding {
  readonly kind: 'duplicate' | 'contradiction' | 'length' | 'leak' | 'front-matter';
  readonly file: string;
  /** Ids of the rules concerned. */
  readonly rules: readonly string[];
  readonly message: string;
}

/** What is wrong with a skill; `guarded` are tasks whose answers and ids must not be in it. */
export function lintSkill(_files: SkillFiles, _guarded: readonly SkillTask[]): readonly LintFinding[] {
  invariant(false, 'lintSkill is written');
}
