import type { Json } from '#contracts';
import { mean } from '#statistics';
import type { AnalystReport, ScoredRollout, UpdateItem, UpdateMode } from '#skill';
import type { Rollout } from '../rollout/rollouts.ts';
import type { PlannedStep } from './batch-plan.ts';
import type { ProposerName } from './settings.ts';
import type { SkillVersion } from './skill-version.ts';
import type { StepRecord } from './step-record.ts';
import type { TrainRun } from './train-run.ts';

/** A step under way: what the stages hand to each other. */
export interface Step {
  readonly plan: PlannedStep;
  readonly parent: SkillVersion;
  /** Whether the parent is a draft. */
  readonly isDraft: boolean;
  readonly proposer: ProposerName;
  readonly mode: UpdateMode;
  readonly usesAdvice: boolean;
  readonly record: StepRecord;
  readonly history: string;
  /** Advice to the optimizer in force for this step. */
  readonly advice: string;
  /** Of all micro-batches, and of each by itself; without outages. */
  rollouts: ScoredRollout[];
  batches: ScoredRollout[][];
  reports: AnalystReport[];
  notes: string[];
  /** The items of the last candidate that was tried. */
  tried: readonly UpdateItem[];
  /** What its accepted candidate was measured to gain; 0 without one. */
  gain: number;
}

/** A candidate that the update stage made. */
export interface Candidate {
  readonly version: SkillVersion;
  readonly items: readonly UpdateItem[];
}

export function isScored(rollout: Rollout): rollout is Rollout & ScoredRollout {
  return rollout.outcome.kind === 'scored';
}

export function emptyRecord(run: TrainRun, plan: PlannedStep, inEpoch: number, proposer: ProposerName): StepRecord {
  const { state, settings } = run;
  return {
    step: plan.step,
    epoch: plan.epoch,
    step_in_epoch: inEpoch,
    proposer,
    rollout_n: 0,
    rollout_hard: 0,
    rollout_soft: 0,
    rollout_unscored: 0,
    accumulation_batches: [],
    n_patches: 0,
    n_failure_patches: 0,
    n_success_patches: 0,
    n_edits_merged: 0,
    n_edits_ranked: 0,
    edit_budget: null,
    lr_control_mode: settings.editBudgetControl,
    lr_decision: null,
    support_counts: [],
    candidate_hash: null,
    candidate_skill_len: 0,
    rewrite_change_summary: [],
    edit_apply_summary: null,
    edit_apply_report: [],
    selection_hard: null,
    selection_soft: null,
    gate_metric: settings.gateMetric,
    candidate_gate_score: null,
    action: 'skip_no_patches',
    why: '',
    current_score: state.currentScore,
    best_score: state.bestScore,
    best_step: state.bestStep,
    current_origin: state.current.origin,
    best_origin: state.best.origin,
    skill_len: 0,
    n_execution_lapse_notes: 0,
    n_appendix_notes_added: 0,
    n_appendix_notes_total: 0,
    n_appendix_notes_consolidated: 0,
    tokens: {},
  };
}

export function meanScores(rollouts: readonly ScoredRollout[]): { hard: number; soft: number } {
  if (rollouts.length === 0) return { hard: 0, soft: 0 };
  return {
    hard: mean(rollouts.map(({ outcome }) => outcome.score.hard)),
    soft: mean(rollouts.map(({ outcome }) => outcome.score.soft)),
  };
}

/** Data as JSON: the journal takes nothing else, and absent members are left out. */
export function asJson(value: unknown): Json {
  const parsed: Json = JSON.parse(JSON.stringify(value));
  return parsed;
}
