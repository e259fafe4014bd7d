import type { SkillFiles } from '#foundation/contracts/skills';
import { type Block, parseSkill, renderSkill, type Rule, rulesOfSkill } from './skill-document.ts';
import { documentsOf, skillNames } from './skill-set.ts';

/** The rules that may be taken out: those that no region protects. */
export function removableRules(skill: SkillFiles): readonly Rule[] {
  return rulesOfSkill(skill).filter(({ isProtected }) => !isProtected);
}

/** The skill without these rules, each with its line break; everything else is the same bytes. */
export function withoutRules(skill: SkillFiles, ids: ReadonlySet<string>): SkillFiles {
  if (skillNames(skill).length === 0) return cutRules(skill, ids);
  const cut = documentsOf(skill).map((path) => [path, cutRules({ 'SKILL.md': skill[path]! }, ids)['SKILL.md']!]);
  return { ...skill, ...Object.fromEntries(cut) };
}

function cutRules(skill: SkillFiles, ids: ReadonlySet<string>): SkillFiles {
  const parsed = parseSkill(skill);
  let isCut = false;
  const blocks = parsed.blocks.flatMap((block): Block[] => {
    if (block.kind === 'rule') {
      isCut = ids.has(block.rule.id) && !block.rule.isProtected;
      return isCut ? [] : [block];
    }
    const text = isCut ? block.text.replace(/^[ \t]*\r?\n/, '') : block.text;
    isCut = false;
    return [{ kind: 'between', text }];
  });
  return renderSkill({ ...parsed, blocks });
}
