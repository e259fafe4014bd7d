import type { SkillFiles } from '#foundation/contracts/skills';
import { countTokens, documentText } from '#learners/skill/document';
import type { TrainRun } from './train-run.ts';

/** Tokens of SKILL.md, which an agent reads whole, or of those of a set; other files are read when it needs them. */
export function skillTokens(skill: SkillFiles): number {
  return countTokens(documentText(skill));
}

/** Why a skill is too long to be tried, or nothing. A skill that began too long may only become shorter. */
export function tooLong(
  { settings, state }: Pick<TrainRun, 'settings' | 'state'>,
  skill: SkillFiles,
): string | undefined {
  const limit = settings.objectives?.skillTokens;
  const tokens = skillTokens(skill);
  if (limit === undefined || tokens <= limit || tokens < skillTokens(state.current.skill)) return undefined;
  return `it would have ${tokens} tokens, and the limit is ${limit}`;
}
