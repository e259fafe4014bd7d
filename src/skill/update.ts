import type { SkillFiles, SkillTask } from '#contracts';
import { invariant } from '#kernel';
import type { EditReport } from './edit-report.ts';
import type { Optimizer } from './optimizer.ts';
import type { Proposal, UpdateItem, UpdateMode } from './update-item.ts';

export interface UpdateInput {
  readonly skill: SkillFiles;
  readonly proposal: Proposal;
  readonly mode: UpdateMode;
  /** Earlier steps, for the rewriter. */
  readonly history: string;
  /** Tasks whose answers and ids must not enter the skill. */
  readonly guarded: readonly SkillTask[];
  /** One round with the optimizer for edits that do not apply. */
  readonly mayRepair: boolean;
}

/** The candidate, or why there is none. */
export type Update =
  | {
      readonly action: 'candidate';
      readonly skill: SkillFiles;
      /** The items that took effect. */
      readonly items: readonly UpdateItem[];
      readonly reports: readonly EditReport[];
      /** What a rewrite says it changed. */
      readonly changes: readonly string[];
    }
  | {
      /** `skip_no_patches`: nothing applied; `skip_no_rewrite`: no usable new text. */
      readonly action: 'skip_no_patches' | 'skip_no_rewrite';
      readonly why: string;
      readonly reports: readonly EditReport[];
    };

/** Stage 5: makes the candidate. Protected regions are the same bytes before and after, in every mode. */
export function update(_input: UpdateInput, _optimizer: Optimizer): Promise<Update> {
  invariant(false, 'update is written');
}
