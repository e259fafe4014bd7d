import type { SkillFiles } from '#foundation/contracts/skills';
import { applyEdits } from './apply-edits.ts';
import type { EditReport } from './edit-report.ts';
import type { LeakScan } from '../checks/leaks.ts';
import type { Optimizer } from '../optimizer/optimizer.ts';
import { mayBeRepaired, repairEdits } from './repair-edits.ts';
import type { Edit } from './update-item.ts';

export interface EditedSkill {
  readonly skill: SkillFiles;
  /** One row per edit, in their order; a repaired one has its second row. */
  readonly reports: readonly EditReport[];
}

/**
 * Applies edits; those that find no place are corrected once by the optimizer and tried again. Only then does an
 * insert_after without a place become an append.
 */
export async function updateByEdits(
  skill: SkillFiles,
  edits: readonly Edit[],
  options: { readonly findLeaks: LeakScan; readonly mayRepair: boolean },
  optimizer: Optimizer,
): Promise<EditedSkill> {
  const { findLeaks, mayRepair } = options;
  const first = applyEdits(skill, edits, { findLeaks, mayFallBack: !mayRepair });
  const failed = first.reports.filter(mayBeRepaired);
  if (!mayRepair || failed.length === 0) return first;
  const corrected = await repairEdits(first.skill, edits, failed, optimizer);
  const again = failed.map(({ index }) => corrected.get(index) ?? edits[index]!);
  const second = applyEdits(first.skill, again, { findLeaks, mayFallBack: true });
  const reports = [...first.reports];
  for (const [i, report] of second.reports.entries()) {
    const { index } = failed[i]!;
    reports[index] = { ...report, index, ...(corrected.has(index) ? { repaired: true } : {}) };
  }
  return { skill: second.skill, reports };
}
