import { askStructured } from './ask-structured.ts';
import { comparisonSection } from './comparison-section.ts';
import { fence } from './fence.ts';
import type { Optimizer } from './optimizer.ts';
import { joinSections, section, skillSection } from './prompt-layout.ts';
import { MetaSkillReply } from './reply-formats.ts';
import { metaSkillSchema } from './reply-schemas.ts';
import type { EpochComparison, EpochText } from './slow-update.ts';

/**
 * Advice to the optimizer itself for the next epochs; it never ships with the skill. Where there is no new content the
 * previous advice stays in force: `content` is then that.
 */
export async function writeMetaSkill(
  comparison: EpochComparison,
  previous: string,
  optimizer: Optimizer,
): Promise<EpochText> {
  const answer = await askStructured(
    {
      stage: 'meta_skill',
      system: { role: 'meta_skill' },
      user: joinSections(
        skillSection(comparison.previousSkill, 'Previous skill'),
        skillSection(comparison.currentSkill),
        section('Previous advice', previous === '' ? '' : fence('advice', previous)),
        comparisonSection(comparison.pairs, optimizer),
      ),
      schema: MetaSkillReply,
      json: metaSkillSchema,
      maxTokens: 16_384,
    },
    optimizer,
  );
  if (!answer.ok) return { reasoning: '', content: previous, problem: answer.problem };
  const { reasoning, meta_skill_content: content } = answer.reply;
  if (content.trim() === '') return { reasoning, content: previous, problem: 'no content' };
  return { reasoning, content: content.trim() };
}
