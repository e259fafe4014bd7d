import type { SkillFiles } from '#contracts';
import { invariant } from '#kernel';

/** A rule of a skill: one bullet, numbered item or paragraph. */
export interface Rule {
  /** Stable: from the words and the section, whatever happens around it. */
  readonly id: string;
  readonly text: string;
  /** Headings above it, outermost first. */
  readonly section: readonly string[];
  readonly isProtected: boolean;
}

/** A skill as structure. `renderSkill(parseSkill(files))` is the same bytes. */
export interface SkillPackage {
  readonly files: SkillFiles;
  /** Front matter of SKILL.md; undefined where it has none or it is not valid YAML. */
  readonly frontMatter: Readonly<Record<string, unknown>> | undefined;
  readonly rules: readonly Rule[];
}

export function parseSkill(_files: SkillFiles): SkillPackage {
  invariant(false, 'parseSkill is written');
}

export function renderSkill(_skill: SkillPackage): SkillFiles {
  invariant(false, 'renderSkill is written');
}

/** First 16 hexadecimal digits of SHA-256: of SKILL.md alone where that is the only file, else of all files. */
export function skillHash(_files: SkillFiles): string {
  invariant(false, 'skillHash is written');
}
