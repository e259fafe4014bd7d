import type { SkillFiles } from '#contracts';
import { invariant } from '#kernel';
import type { Optimizer } from './optimizer.ts';
import type { Proposal } from './update-item.ts';

export interface BudgetInput {
  readonly skill: SkillFiles;
  readonly proposal: Proposal;
  readonly rollouts: { readonly count: number; readonly hard: number; readonly soft: number };
  readonly history: string;
  readonly metaSkill: string;
}

/** The record of an autonomous decision (`lr_decision.json`). */
export interface BudgetDecision {
  /** The edit budget: a whole number from 0 to the number of items. */
  readonly learning_rate: number;
  readonly raw_learning_rate: unknown;
  readonly available_update_items: number;
  readonly clamped: boolean;
  readonly fallback: boolean;
  readonly reasoning: string;
  readonly confidence: unknown;
  readonly risk_notes: unknown;
  readonly raw_response: string;
  readonly error?: string;
}

/** `lr_control_mode: autonomous`: the optimizer chooses how many items to keep. */
export function decideEditBudget(_input: BudgetInput, _optimizer: Optimizer): Promise<BudgetDecision> {
  invariant(false, 'decideEditBudget is written');
}
