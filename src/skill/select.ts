import type { SkillFiles } from '#contracts';
import { invariant } from '#kernel';
import type { Optimizer } from './optimizer.ts';
import type { Proposal } from './update-item.ts';

export interface SelectInput {
  readonly skill: SkillFiles;
  readonly proposal: Proposal;
  /** Most items to keep; null keeps all (full rewrite, or `lr_control_mode: none`). 0 keeps none. */
  readonly editBudget: number | null;
  readonly metaSkill: string;
}

export interface Selection {
  readonly proposal: Proposal;
  /** Indices into the proposal that was given, in order of priority. */
  readonly indices: readonly number[];
  /** Whether the optimizer ranked; false where all fitted or its reply was unusable (then the first ones are kept). */
  readonly isRanked: boolean;
}

/** Stage 4: rank and cut to the edit budget. */
export function select(_input: SelectInput, _optimizer: Optimizer): Promise<Selection> {
  invariant(false, 'select is written');
}
