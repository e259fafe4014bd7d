import type { SkillFiles } from '#foundation/contracts/skills';
import { readRegion, writeRegion } from '../document/engine-region.ts';
import { type EpochComparison, type EpochText, writeEpochText } from './epoch-text.ts';
import type { Optimizer } from '../optimizer/optimizer.ts';
import { SlowUpdateReply } from '../optimizer/reply-formats.ts';
import { slowUpdateSchema } from '../optimizer/reply-schemas.ts';

/** Asks for new slow-update guidance from what changed over an epoch. The caller measures it before it stays. */
export function writeSlowUpdate(comparison: EpochComparison, optimizer: Optimizer): Promise<EpochText> {
  return writeEpochText(
    {
      stage: 'slow_update',
      name: 'guidance',
      previous: slowUpdateOf(comparison.currentSkill),
      schema: SlowUpdateReply,
      json: slowUpdateSchema,
      read: ({ reasoning, slow_update_content: content }) => ({ reasoning, content }),
    },
    comparison,
    optimizer,
  );
}

/** The guidance in the skill's slow-update region; empty for none. */
export function slowUpdateOf(skill: SkillFiles): string {
  return readRegion(skill, 'SLOW_UPDATE') ?? '';
}

/** The skill with this guidance as its only slow-update region, at the end; empty text makes the empty placeholder. */
export function withSlowUpdate(skill: SkillFiles, content: string): SkillFiles {
  return writeRegion(skill, 'SLOW_UPDATE', content);
}
