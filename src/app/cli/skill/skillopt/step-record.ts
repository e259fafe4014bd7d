import { z } from 'zod';
import type { Json } from '#foundation/contracts';

/** A field of our step record → that of the original's `step_record.json`. Fields that are not named here are the same in both. */
const fields: Readonly<Record<string, string>> = {
  stepInEpoch: 'step_in_epoch',
  rollouts: 'rollout_n',
  hard: 'rollout_hard',
  soft: 'rollout_soft',
  unscored: 'rollout_unscored',
  batches: 'accumulation_batches',
  reports: 'n_patches',
  failureReports: 'n_failure_patches',
  successReports: 'n_success_patches',
  merged: 'n_edits_merged',
  selected: 'n_edits_ranked',
  editBudget: 'edit_budget',
  budgetControl: 'lr_control_mode',
  budgetDecision: 'lr_decision',
  support: 'support_counts',
  candidate: 'candidate_hash',
  candidateLength: 'candidate_skill_len',
  rewriteChanges: 'rewrite_change_summary',
  editSummary: 'edit_apply_summary',
  edits: 'edit_apply_report',
  trialHard: 'selection_hard',
  trialSoft: 'selection_soft',
  gateMetric: 'gate_metric',
  trialScore: 'candidate_gate_score',
  score: 'current_score',
  bestScore: 'best_score',
  bestStep: 'best_step',
  origin: 'current_origin',
  bestOrigin: 'best_origin',
  length: 'skill_len',
  lapses: 'n_execution_lapse_notes',
  notesAdded: 'n_appendix_notes_added',
  notes: 'n_appendix_notes_total',
  notesConsolidated: 'n_appendix_notes_consolidated',
};

/** Our word for how a step ended → the original's. `undecided` and `draft` it did not know. */
const actions: Readonly<Record<string, string>> = {
  'new-best': 'accept_new_best',
  forced: 'force_accept',
  'no-change': 'skip_no_patches',
  'no-rewrite': 'skip_no_rewrite',
};

const Tokens = z.record(
  z.string(),
  z.object({ calls: z.number(), promptTokens: z.number(), completionTokens: z.number() }),
);
const Batches = z.array(z.object({ batch: z.int(), tasks: z.int(), hard: z.number(), soft: z.number() }));

/** Our record of a step in the original's words. */
export function skilloptRecord(record: Readonly<Record<string, unknown>>): Record<string, Json> {
  const renamed = Object.entries(record).map(([name, value]) => [fields[name] ?? name, value]);
  const { batches, tokens, action } = z
    .looseObject({ batches: Batches, tokens: Tokens, action: z.string() })
    .parse(record);
  return {
    ...Object.fromEntries(renamed),
    action: actions[action] ?? action,
    accumulation_batches: batches.map(({ batch, tasks, hard, soft }) => ({
      batch_idx: batch,
      n_envs: tasks,
      hard,
      soft,
    })),
    tokens: Object.fromEntries(
      Object.entries(tokens).map(([stage, { calls, promptTokens, completionTokens }]) => [
        stage,
        { calls, prompt_tokens: promptTokens, completion_tokens: completionTokens },
      ]),
    ),
  };
}
