import type { Journal } from '#foundation/contracts/ports';
import type { SkillFiles } from '#foundation/contracts/skills';
import { canonicalText, type Hash, hashOf } from '#foundation/kernel';

/** A skill with its name by content and where it came from. */
export interface SkillVersion {
  readonly skill: SkillFiles;
  readonly hash: Hash;
  /** `skill_init`, `step_0003`, `slow_update_epoch_02`, … */
  readonly origin: string;
}

/** Keeps the files as a blob under their hash, so that anyone can look up what a certificate speaks of. */
export function keepVersion(skill: SkillFiles, origin: string, journal: Journal): SkillVersion {
  journal.putBlob(new TextEncoder().encode(canonicalText(skill)));
  return { skill, hash: hashOf(skill), origin };
}
