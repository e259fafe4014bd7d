import type { SkillFiles } from '#foundation/contracts/skills';

/** The list items of a skill. */
export function listItems(skill: SkillFiles): readonly string[] {
  return Object.values(skill).flatMap((text) => text.split('\n').filter((line) => /^\s*[-*] \S/u.test(line)));
}

/** List items whose removal raises the true score, and all of them. */
export function countHarm(
  skill: SkillFiles,
  trueScore: (skill: SkillFiles) => number,
): { readonly harmful: number; readonly lines: number } {
  const lines = listItems(skill);
  const whole = trueScore(skill);
  const harmful = lines.filter((line) => {
    const without = Object.fromEntries(Object.entries(skill).map(([path, text]) => [path, text.replace(line, '')]));
    return trueScore(without) > whole + 1e-9;
  });
  return { harmful: harmful.length, lines: lines.length };
}
