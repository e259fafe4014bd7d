import type { SkillFiles } from '#contracts';
import { invariant } from '#kernel';
import type { Optimizer } from './optimizer.ts';
import type { AnalystReport } from './reflect.ts';
import type { Proposal, UpdateMode } from './update-item.ts';

export interface AggregateInput {
  readonly skill: SkillFiles;
  readonly reports: readonly AnalystReport[];
  readonly mode: UpdateMode;
  /** Proposals per merge call, at least 2. */
  readonly mergeBatchSize: number;
  readonly metaSkill: string;
}

/** Stage 3. An empty proposal means there is nothing to do (`skip_no_patches`). */
export function aggregate(_input: AggregateInput, _optimizer: Optimizer): Promise<Proposal> {
  invariant(false, 'aggregate is written');
}
