import { addAppendixNotes } from '#learners/skill/document';
import { describeItem, summariseEdits } from '#learners/skill/edits';
import type { StepDigest } from '#learners/skill/epoch';
import { type AnalystReport, failurePatterns } from '#learners/skill/optimizer';
import type { Amount } from '#ratchet/budget';
import type { Proposed } from './propose/proposed.ts';
import type { Rolled } from './propose/roll-out.ts';
import type { Selected } from './propose/select-items.ts';
import { asJson, meanScores, type Step } from './propose/step.ts';
import { lengthOf, type Updated } from './propose/update-skill.ts';
import type { Remembering, Telling, Trying } from './train-run.ts';
import type { Evaluated } from './trial/evaluate-candidate.ts';
import type { Ending } from './trial/strategy.ts';
import type { Tried } from './state/tried.ts';
import type { StepRecord } from './state/step-record.ts';

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
export function recordOf({ state, settings }: Telling & Remembering, step: Step, facts: StepFacts): StepRecord {
  const { rolled, reports, made, evaluated, before } = facts;
  const withItems = reports.filter(({ items }) => items.length > 0);
  const { hard, soft } = meanScores(rolled.rollouts);
  const candidate = made?.updated.candidate?.version;
  const edits = made?.updated.reports ?? [];
  return {
    step: step.plan.step,
    epoch: step.plan.epoch,
    stepInEpoch: step.inEpoch,
    proposer: step.proposer,
    rollouts: rolled.made,
    hard,
    soft,
    unscored: rolled.made - rolled.rollouts.length,
    batches: rolled.batches.map(({ made: n, scored }, i) => ({
      batch: i,
      tasks: n,
      ...meanScores(scored),
    })),
    reports: withItems.length,
    failureReports: withItems.filter(({ source }) => source === 'failure').length,
    successReports: withItems.filter(({ source }) => source === 'success').length,
    merged: made?.proposed.proposal.items.length ?? 0,
    selected: made?.selected.proposal.items.length ?? 0,
    editBudget: made?.selected.editBudget ?? null,
    budgetControl: made?.selected.control ?? settings.editBudgetControl,
    budgetDecision: made === undefined ? null : asJson(made.selected.decision),
    support: made?.proposed.proposal.items.map(({ origin }) => origin.support) ?? [],
    candidate: candidate?.hash ?? null,
    candidateLength: candidate === undefined ? 0 : lengthOf(candidate.skill),
    rewriteChanges: made?.updated.changes ?? [],
    editSummary: made === undefined ? null : asJson(summariseEdits(edits)),
    edits: edits.map(asJson),
    trialHard: evaluated.tried?.hard ?? null,
    trialSoft: evaluated.tried?.soft ?? null,
    gateMetric: settings.gateMetric,
    trialScore: evaluated.tried?.candidateScore ?? null,
    action: evaluated.action,
    why: evaluated.why,
    score: state.currentScore,
    bestScore: state.bestScore,
    bestStep: state.bestStep,
    origin: state.current.origin,
    bestOrigin: state.best.origin,
    length: lengthOf(state.current.skill),
    lapses: reports.reduce((sum, { notes }) => sum + notes.length, 0),
    notesAdded: isKept(evaluated) ? (evaluated.noted?.added ?? 0) : 0,
    notes: addAppendixNotes(state.current.skill, []).total,
    notesConsolidated: evaluated.noted?.consolidated ?? 0,
    draftTrial: before?.tried === undefined ? null : { action: before.action, ...figuresOf(before.tried) },
    tokens: facts.tokens,
  };
}

function isKept({ tried }: Evaluated): boolean {
  return tried === undefined || tried.verdict === 'accept';
}

function figuresOf({ hard, soft, candidateScore }: Tried): {
  trialHard: number | null;
  trialSoft: number | null;
  trialScore: number | null;
} {
  return { trialHard: hard, trialSoft: soft, trialScore: candidateScore };
}

/** What the next steps of the epoch know of a finished step; nothing of one without a candidate. */
export function digestOf(
  { gate, settings }: Telling & Trying,
  record: StepRecord,
  facts: StepFacts,
): StepDigest | undefined {
  if (record.action.startsWith('no-')) return undefined;
  const isRefused = record.action === 'reject' || record.action === 'undecided';
  // Of a trial on validation tasks the optimizer learns the verdict alone: more would spend the gate's error budget unseen.
  const before = gate.mayTellScores ? (record.score ?? 0) : record.hard;
  const after = gate.mayTellScores ? (record.trialScore ?? 0) : record.hard;
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

/** What was spent between two readings, per stage. */
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
      promptTokens: now.promptTokens - (then?.promptTokens ?? 0),
      completionTokens: now.completionTokens - (then?.completionTokens ?? 0),
    };
  }
  return tokens;
}
