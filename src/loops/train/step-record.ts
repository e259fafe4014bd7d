import type { Json } from '#contracts';
import type { Amount } from '../budget/limits.ts';

/** How a step ended, in the words of the original, and two it did not know: `undecided`, and `draft` for a candidate that is tried later. */
export type StepAction =
  | 'accept_new_best'
  | 'accept'
  | 'reject'
  | 'undecided'
  | 'force_accept'
  | 'draft'
  | 'skip_no_patches'
  | 'skip_no_rewrite';

/** What is told of a step; field names are those of the original's `step_record.json` where it has them. */
export interface StepRecord {
  readonly step: number;
  readonly epoch: number;
  readonly step_in_epoch: number;
  readonly proposer: string;
  rollout_n: number;
  rollout_hard: number;
  rollout_soft: number;
  rollout_unscored: number;
  accumulation_batches: Json[];
  n_patches: number;
  n_failure_patches: number;
  n_success_patches: number;
  n_edits_merged: number;
  n_edits_ranked: number;
  edit_budget: number | null;
  lr_control_mode: string;
  lr_decision: Json;
  support_counts: number[];
  candidate_hash: string | null;
  candidate_skill_len: number;
  rewrite_change_summary: string[];
  edit_apply_summary: Json;
  edit_apply_report: Json[];
  selection_hard: number | null;
  selection_soft: number | null;
  gate_metric: string;
  candidate_gate_score: number | null;
  action: StepAction;
  /** Why there is no candidate, or why it did not stay. */
  why: string;
  current_score: number | null;
  best_score: number | null;
  best_step: number;
  current_origin: string;
  best_origin: string;
  skill_len: number;
  n_execution_lapse_notes: number;
  n_appendix_notes_added: number;
  n_appendix_notes_total: number;
  n_appendix_notes_consolidated: number;
  tokens: Record<string, { calls: number; prompt_tokens: number; completion_tokens: number }>;
}

/** What was spent between two readings, per stage, in the original's words. */
export function tokensBetween(
  before: Readonly<Record<string, Amount>>,
  after: Readonly<Record<string, Amount>>,
): StepRecord['tokens'] {
  const tokens: StepRecord['tokens'] = {};
  for (const [stage, now] of Object.entries(after)) {
    const then = before[stage];
    const calls = now.calls - (then?.calls ?? 0);
    if (calls === 0) continue;
    tokens[stage] = {
      calls,
      prompt_tokens: now.promptTokens - (then?.promptTokens ?? 0),
      completion_tokens: now.completionTokens - (then?.completionTokens ?? 0),
    };
  }
  return tokens;
}
