import type { SkillFiles } from '#foundation/contracts/skills';
import { askStructured } from '../optimizer/ask-structured.ts';
import type { EditReport, EditStatus } from './edit-report.ts';
import type { Optimizer } from '../optimizer/optimizer.ts';
import { joinSections, recordsSection, skillSection } from '../optimizer/prompt-layout.ts';
import { EditRepairReply } from '../optimizer/reply-formats.ts';
import { editRepairSchema } from '../optimizer/reply-schemas.ts';
import type { Edit } from './update-item.ts';

const repairable: ReadonlySet<EditStatus> = new Set([
  'skipped_ambiguous_target',
  'skipped_insert_after_target_not_found',
  'skipped_replace_target_not_found',
  'skipped_replace_missing_target',
  'skipped_delete_target_not_found',
  'skipped_delete_missing_target',
  'skipped_unknown_op',
  'skipped_bad_file',
]);

export function mayBeRepaired({ status }: EditReport): boolean {
  return repairable.has(status);
}

/** One round with the optimizer for edits that did not apply: corrected edits by the index of the old ones. */
export async function repairEdits(
  skill: SkillFiles,
  edits: readonly Edit[],
  failed: readonly EditReport[],
  optimizer: Optimizer,
): Promise<ReadonlyMap<number, Edit>> {
  const records = failed.map(({ index, error }) => ({ index, reason: error, ...edits[index] }));
  const answer = await askStructured(
    {
      stage: 'edit_repair',
      system: { role: 'edit_repair' },
      user: joinSections(skillSection(skill), recordsSection('Items', 'Edits that were not applied.', records)),
      schema: EditRepairReply,
      json: editRepairSchema,
      maxTokens: 16_384,
    },
    optimizer,
  );
  const asked = new Set(failed.map(({ index }) => index));
  const corrected = new Map<number, Edit>();
  for (const { index, op, content, target, file } of answer.ok ? answer.reply.edits : []) {
    const place = file === undefined || file === 'SKILL.md' ? {} : { file };
    if (asked.has(index) && !corrected.has(index)) corrected.set(index, { op, content, target, ...place });
  }
  return corrected;
}
