import type { Json } from '#contracts';
import {
  addAppendixNotes,
  type AnalystReport,
  describeItem,
  failurePatterns,
  skillHash,
  type StepDigest,
  summariseEdits,
} from '#skill';
import type { Amount } from '../../budget/limits.ts';
import type { Proposed } from '../propose/aggregate-reports.ts';
import type { Rolled } from '../propose/roll-out.ts';
import type { Selected } from '../propose/select-items.ts';
import { asJson, meanScores, type Step } from '../propose/step.ts';
import { lengthOf, type Updated } from '../propose/update-skill.ts';
import type { TrainRun } from '../train-run.ts';
import type { Evaluated } from '../try/evaluate-candidate.ts';
import type { Ending } from '../try/strategy.ts';

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
  readonly rollout_n: number;
  readonly rollout_hard: number;
  readonly rollout_soft: number;
  readonly rollout_unscored: number;
  readonly accumulation_batches: readonly Json[];
  readonly n_patches: number;
  readonly n_failure_patches: number;
  readonly n_success_patches: number;
  readonly n_edits_merged: number;
  readonly n_edits_ranked: number;
  readonly edit_budget: number | null;
  readonly lr_control_mode: string;
  readonly lr_decision: Json;
  readonly support_counts: readonly number[];
  readonly candidate_hash: string | null;
  readonly candidate_skill_len: number;
  readonly rewrite_change_summary: readonly string[];
  readonly edit_apply_summary: Json;
  readonly edit_apply_report: readonly Json[];
  readonly selection_hard: number | null;
  readonly selection_soft: number | null;
  readonly gate_metric: string;
  readonly candidate_gate_score: number | null;
  readonly action: StepAction;
  /** Why there is no candidate, or why it did not stay. */
  readonly why: string;
  readonly current_score: number | null;
  readonly best_score: number | null;
  readonly best_step: number;
  readonly current_origin: string;
  readonly best_origin: string;
  readonly skill_len: number;
  readonly n_execution_lapse_notes: number;
  readonly n_appendix_notes_added: number;
  readonly n_appendix_notes_total: number;
  readonly n_appendix_notes_consolidated: number;
  /** The draft that was tried in passing, with the steps that made it; null in steps without a trial of one. */
  readonly draft_trial: Json;
  readonly tokens: Record<string, { calls: number; prompt_tokens: number; completion_tokens: number }>;
}

/** What the stages of a step returned. */
export interface StepFacts {
  readonly rolled: Rolled;
  readonly reports: readonly AnalystReport[];
  /** Absent where the parent was taken back before anything was proposed. */
  readonly made?: { readonly proposed: Proposed; readonly selected: Selected; readonly updated: Updated };
  readonly evaluated: Evaluated;
  /** A draft that was tried before the step proposed anything. */
  readonly before?: Ending;
  readonly tokens: StepRecord['tokens'];
}

/** A finished step as its record, from what its stages returned. */
export function recordOf({ state, settings }: TrainRun, step: Step, facts: StepFacts): StepRecord {
  const { rolled, reports, made, evaluated, before } = facts;
  const withItems = reports.filter(({ items }) => items.length > 0);
  const { hard, soft } = meanScores(rolled.rollouts);
  const candidate = made?.updated.candidate?.version.skill;
  const edits = made?.updated.reports ?? [];
  return {
    step: step.plan.step,
    epoch: step.plan.epoch,
    step_in_epoch: step.inEpoch,
    proposer: step.proposer,
    rollout_n: rolled.made,
    rollout_hard: hard,
    rollout_soft: soft,
    rollout_unscored: rolled.made - rolled.rollouts.length,
    accumulation_batches: rolled.batches.map(({ made: n, scored }, i) => ({
      batch_idx: i,
      n_envs: n,
      ...meanScores(scored),
    })),
    n_patches: withItems.length,
    n_failure_patches: withItems.filter(({ source }) => source === 'failure').length,
    n_success_patches: withItems.filter(({ source }) => source === 'success').length,
    n_edits_merged: made?.proposed.proposal.items.length ?? 0,
    n_edits_ranked: made?.selected.proposal.items.length ?? 0,
    edit_budget: made?.selected.editBudget ?? null,
    lr_control_mode: made?.selected.control ?? settings.editBudgetControl,
    lr_decision: made === undefined ? null : asJson(made.selected.decision),
    support_counts: made?.proposed.proposal.items.map(({ origin }) => origin.support) ?? [],
    candidate_hash: candidate === undefined ? null : skillHash(candidate),
    candidate_skill_len: candidate === undefined ? 0 : lengthOf(candidate),
    rewrite_change_summary: made?.updated.changes ?? [],
    edit_apply_summary: made === undefined ? null : asJson(summariseEdits(edits)),
    edit_apply_report: edits.map(asJson),
    selection_hard: evaluated.tried?.hard ?? null,
    selection_soft: evaluated.tried?.soft ?? null,
    gate_metric: settings.gateMetric,
    candidate_gate_score: evaluated.tried?.candidateScore ?? null,
    action: evaluated.action,
    why: evaluated.why,
    current_score: state.currentScore,
    best_score: state.bestScore,
    best_step: state.bestStep,
    current_origin: state.current.origin,
    best_origin: state.best.origin,
    skill_len: lengthOf(state.current.skill),
    n_execution_lapse_notes: reports.reduce((sum, { notes }) => sum + notes.length, 0),
    n_appendix_notes_added: isKept(evaluated) ? (evaluated.noted?.added ?? 0) : 0,
    n_appendix_notes_total: addAppendixNotes(state.current.skill, []).total,
    n_appendix_notes_consolidated: evaluated.noted?.consolidated ?? 0,
    draft_trial: before?.tried === undefined ? null : { action: before.action, ...trialOf(before) },
    tokens: facts.tokens,
  };
}

function isKept({ tried }: Evaluated): boolean {
  return tried === undefined || tried.verdict === 'accept';
}

function trialOf({ tried }: Ending): {
  selection_hard: number | null;
  selection_soft: number | null;
  candidate_gate_score: number | null;
} {
  return {
    selection_hard: tried?.hard ?? null,
    selection_soft: tried?.soft ?? null,
    candidate_gate_score: tried?.candidateScore ?? null,
  };
}

/** What the next steps of the epoch know of a finished step; nothing of one without a candidate. */
export function digestOf({ gate, settings }: TrainRun, record: StepRecord, facts: StepFacts): StepDigest | undefined {
  if (record.action.startsWith('skip')) return undefined;
  const isRefused = record.action === 'reject' || record.action === 'undecided';
  // Of a trial on validation tasks the optimizer learns the verdict alone: more would spend the gate's error budget unseen.
  const before = gate.mayTellScores ? (record.current_score ?? 0) : record.rollout_hard;
  const after = gate.mayTellScores ? (record.candidate_gate_score ?? 0) : record.rollout_hard;
  const { rollouts } = facts.rolled;
  const edits = facts.evaluated.change?.items.map(describeItem) ?? [];
  return {
    step: record.step,
    action: record.action,
    total: rollouts.length,
    failed: rollouts.filter(({ outcome }) => outcome.score.hard < settings.failBelow).length,
    failurePatterns: [...failurePatterns(rollouts, facts.reports, settings.failBelow)],
    ...(isRefused ? { rejected: { before, after, edits } } : {}),
  };
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
