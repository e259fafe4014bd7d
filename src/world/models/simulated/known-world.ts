import type { SkillFiles, SkillWorld } from '#foundation/contracts/skills';

/** A world with hidden rules whose truth is known to the referee. */
export interface SimulatedWorld extends SkillWorld {
  /** The skill a run starts from. */
  readonly firstSkill: SkillFiles;
  /** The exact expected score of a skill over all tasks that could be drawn. */
  trueScore(skill: SkillFiles): number;
  /** The true score of a skill that says every rule once and nothing else. */
  bestScore(): number;
  /** List items of a skill without which its true score would be higher. */
  harmfulLines(skill: SkillFiles): { readonly harmful: number; readonly lines: number };
}
