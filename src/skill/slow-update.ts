import type { SkillFiles } from '#contracts';
import { askStructured } from './ask-structured.ts';
import type { ComparisonPair } from './comparison-pairs.ts';
import { comparisonSection } from './comparison-section.ts';
import { readRegion, writeRegion } from './engine-region.ts';
import { fence } from './fence.ts';
import type { Optimizer } from './optimizer.ts';
import { joinSections, section, skillSection } from './prompt-layout.ts';
import { SlowUpdateReply } from './reply-formats.ts';
import { slowUpdateSchema } from './reply-schemas.ts';

export interface EpochComparison {
  readonly previousSkill: SkillFiles;
  readonly currentSkill: SkillFiles;
  readonly pairs: readonly ComparisonPair[];
}

/** Text that an epoch-end stage wrote; empty means `no_content`, with the reason in `problem`. */
export interface EpochText {
  readonly reasoning: string;
  readonly content: string;
  readonly problem?: string;
}

/** Asks for new slow-update guidance from what changed over an epoch. The caller measures it before it stays. */
export async function writeSlowUpdate(comparison: EpochComparison, optimizer: Optimizer): Promise<EpochText> {
  const guidance = slowUpdateOf(comparison.currentSkill);
  const answer = await askStructured(
    {
      stage: 'slow_update',
      system: { role: 'slow_update' },
      user: joinSections(
        skillSection(comparison.previousSkill, 'Previous skill'),
        skillSection(comparison.currentSkill),
        section('Previous guidance', guidance === '' ? '' : fence('guidance', guidance)),
        comparisonSection(comparison.pairs, optimizer),
      ),
      schema: SlowUpdateReply,
      json: slowUpdateSchema,
      maxTokens: 16_384,
    },
    optimizer,
  );
  if (!answer.ok) return { reasoning: '', content: '', problem: answer.problem };
  const { reasoning, slow_update_content: content } = answer.reply;
  return content.trim() === ''
    ? { reasoning, content: '', problem: 'no content' }
    : { reasoning, content: content.trim() };
}

/** The guidance in the skill's slow-update region; empty for none. */
export function slowUpdateOf(skill: SkillFiles): string {
  return readRegion(skill, 'SLOW_UPDATE') ?? '';
}

/** The skill with this guidance as its only slow-update region, at the end; empty text makes the empty placeholder. */
export function withSlowUpdate(skill: SkillFiles, content: string): SkillFiles {
  return writeRegion(skill, 'SLOW_UPDATE', content);
}
