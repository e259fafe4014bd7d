import type { SkillFiles } from '#foundation/contracts/skills';
import { askStructured } from './ask-structured.ts';
import type { Optimizer } from './optimizer.ts';
import { joinSections, skillSection } from './prompt-layout.ts';
import { RewriteReply } from './reply-formats.ts';
import { rewriteSchema } from './reply-schemas.ts';

/** One skill from two parents that are good at other tasks, or why there is none. */
export async function mergeSkills(
  first: SkillFiles,
  second: SkillFiles,
  optimizer: Optimizer,
): Promise<{ readonly skill: SkillFiles } | { readonly problem: string }> {
  const answer = await askStructured(
    {
      stage: 'merge_parents',
      system: { role: 'merge_parents' },
      user: joinSections(skillSection(first, 'First skill'), skillSection(second, 'Second skill')),
      schema: RewriteReply,
      json: rewriteSchema,
      maxTokens: optimizer.rewriteMaxTokens ?? 64_000,
      check: ({ new_skill }) => (new_skill.trim() === '' ? 'new_skill is empty' : undefined),
    },
    optimizer,
  );
  return answer.ok ? { skill: { ...second, 'SKILL.md': answer.reply.new_skill } } : { problem: answer.problem };
}
