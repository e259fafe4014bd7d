import type { SkillFiles } from '#foundation/contracts/skills';
import { type Block, parseSkill, renderSkill, type Rule, rulesOfSkill } from './skill-document.ts';
import { documentsOf, skillNames } from './skill-set.ts';

/** The rules that may be taken out: those that no region protects. */
export function removableRules(skill: SkillFiles): readonly Rule[] {
  return rulesOfSkill(skill).filter(({ isProtected }) => !isProtected);
}

/** The skill without these rules, each with its line break; everything else is the same bytes. */
export function withoutRules(skill: SkillFiles, ids: ReadonlySet<string>): SkillFiles {
  return withRules(skill, new Map([...ids].map((id) => [id, undefined])));
}

/** The skill with other texts in place of these rules, or nothing; everything else is the same bytes. */
export function withRules(skill: SkillFiles, texts: ReadonlyMap<string, string | undefined>): SkillFiles {
  if (skillNames(skill).length === 0) return cutRules(skill, texts);
  const cut = documentsOf(skill).map((path) => [path, cutRules({ 'SKILL.md': skill[path]! }, texts)['SKILL.md']!]);
  return { ...skill, ...Object.fromEntries(cut) };
}

function cutRules(skill: SkillFiles, texts: ReadonlyMap<string, string | undefined>): SkillFiles {
  const parsed = parseSkill(skill);
  let isCut = false;
  const blocks = parsed.blocks.flatMap((block): Block[] => {
    if (block.kind === 'rule') {
      const { rule } = block;
      const isChanged = texts.has(rule.id) && !rule.isProtected;
      const text = isChanged ? texts.get(rule.id) : rule.text;
      isCut = text === undefined;
      return text === undefined ? [] : [{ kind: 'rule', rule: { ...rule, text } }];
    }
    const text = isCut ? block.text.replace(/^[ \t]*\r?\n/, '') : block.text;
    isCut = false;
    return [{ kind: 'between', text }];
  });
  return renderSkill({ ...parsed, blocks });
}
