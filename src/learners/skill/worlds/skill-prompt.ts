import type { SkillFiles } from '#foundation/contracts/skills';

/** The skill as a chat model reads it: SKILL.md, then its other texts under their paths. A blank skill says nothing. */
export function skillPrompt(skill: SkillFiles): string {
  const { 'SKILL.md': main = '', ...others } = skill;
  const files = Object.keys(others)
    .sort()
    .map((path) => `\n\n## File ${path}\n\n${others[path]!.trim()}`);
  return (main.trim() + files.join('')).trim();
}
