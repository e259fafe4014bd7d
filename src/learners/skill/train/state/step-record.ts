import type { Json } from '#foundation/contracts';

/** How a step ended: by its trial, with a candidate that is tried later (`draft`), or without one. */
export type StepAction =
  | 'new-best'
  | 'accept'
  | 'reject'
  | 'undecided'
  | 'forced'
  | 'draft'
  | 'no-change'
  | 'no-rewrite';

/** What is told of a step. */
export interface StepRecord {
  readonly step: number;
  readonly epoch: number;
  readonly stepInEpoch: number;
  readonly proposer: string;
  readonly rollouts: number;
  readonly hard: number;
  readonly soft: number;
  readonly unscored: number;
  readonly batches: readonly Json[];
  readonly reports: number;
  readonly failureReports: number;
  readonly successReports: number;
  readonly merged: number;
  readonly selected: number;
  readonly editBudget: number | null;
  readonly budgetControl: string;
  readonly budgetDecision: Json;
  readonly support: readonly number[];
  readonly candidate: string | null;
  readonly candidateLength: number;
  readonly rewriteChanges: readonly string[];
  readonly editSummary: Json;
  readonly edits: readonly Json[];
  readonly trialHard: number | null;
  readonly trialSoft: number | null;
  readonly gateMetric: string;
  readonly trialScore: number | null;
  readonly action: StepAction;
  /** Why there is no candidate, or why it did not stay. */
  readonly why: string;
  readonly score: number | null;
  readonly bestScore: number | null;
  readonly bestStep: number;
  readonly origin: string;
  readonly bestOrigin: string;
  readonly length: number;
  readonly lapses: number;
  readonly notesAdded: number;
  readonly notes: number;
  readonly notesConsolidated: number;
  /** The draft that was tried in passing, with the steps that made it; null in steps without a trial of one. */
  readonly draftTrial: Json;
  readonly tokens: Record<string, { calls: number; promptTokens: number; completionTokens: number }>;
}
