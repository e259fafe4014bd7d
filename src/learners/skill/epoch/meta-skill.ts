import { type EpochComparison, type EpochText, writeEpochText } from './epoch-text.ts';
import type { Optimizer } from '../optimizer/optimizer.ts';
import { MetaSkillReply } from '../optimizer/reply-formats.ts';
import { metaSkillSchema } from '../optimizer/reply-schemas.ts';

/** Asks for advice to the optimizer itself for the next epochs; it never ships with the skill. `previous` is the advice in force. */
export function writeMetaSkill(
  comparison: EpochComparison,
  previous: string,
  optimizer: Optimizer,
): Promise<EpochText> {
  return writeEpochText(
    {
      stage: 'meta_skill',
      name: 'advice',
      previous,
      schema: MetaSkillReply,
      json: metaSkillSchema,
      read: ({ reasoning, meta_skill_content: content }) => ({ reasoning, content }),
    },
    comparison,
    optimizer,
  );
}
