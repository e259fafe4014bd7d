import type { SkillFiles, SkillTask } from '#contracts';
import type { Rng } from '#kernel';
import type { EditReport } from './edit-report.ts';
import type { Optimizer } from './optimizer.ts';
import type { AnalystReport } from './reflect.ts';
import type { ScoredRollout } from './rollout.ts';
import type { UpdateItem } from './update-item.ts';

/** What a proposer may look at. */
export interface ProposeInput {
  readonly parent: SkillFiles;
  /** For a merge: another good skill of the pool. */
  readonly other?: SkillFiles;
  /** Training rollouts of the parent. */
  readonly rollouts: readonly ScoredRollout[];
  readonly editBudget: number | null;
  readonly history: string;
  readonly metaSkill: string;
  readonly guarded: readonly SkillTask[];
  readonly rng: Rng;
}

/** A candidate with its history, or why there is none. */
export interface Proposed {
  /** Undefined where nothing came of it; `why` then says so. */
  readonly skill: SkillFiles | undefined;
  readonly why: string;
  readonly items: readonly UpdateItem[];
  readonly editReports: readonly EditReport[];
  readonly analystReports: readonly AnalystReport[];
}

/** One way to make a candidate. */
export interface Proposer {
  readonly name: string;
  propose(input: ProposeInput, optimizer: Optimizer): Promise<Proposed>;
}
