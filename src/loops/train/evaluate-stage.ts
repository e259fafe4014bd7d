import { addAppendixNotes, describeItem, failurePatterns } from '#skill';
import { notesToFlush } from './appendix-notes.ts';
import { extendDraft } from './draft.ts';
import { bookTrial, judgeOrTakeApart } from './judge-bundle.ts';
import { bookProposer } from './proposer-steering.ts';
import { keepVersion } from './skill-version.ts';
import type { Candidate, Step } from './step.ts';
import type { TrainRun } from './train-run.ts';
import { lengthOf } from './update-stage.ts';

/**
 * Stage 6: the gate tries the candidate. Appendix notes ride with it and are measured with it; without a candidate (both skips) the
 * notes alone are the candidate. A bundle that is refused is taken apart, and what helped is tried again as a smaller bundle.
 */
export async function evaluateCandidate(run: TrainRun, step: Step, made: Candidate | undefined): Promise<void> {
  const { record } = step;
  const candidate = await withNotes(run, step, made);
  if (candidate === undefined) {
    run.state.skipped += 1;
    run.state.fruitless += 1;
    bookProposer(run.state.proposers, step.proposer, 0);
    run.emit('step-skipped', { step: step.plan.step, action: record.action, why: record.why });
    return;
  }
  if (run.settings.search.draftSteps > 1) {
    extendDraft(run, candidate);
    if (!record.action.includes('accept')) record.action = 'draft';
    return;
  }
  const best = await judgeOrTakeApart(run, step, candidate, step.parent.skill);
  bookTrial(run, step, best);
  record.action = made === undefined && best.verdict !== 'accept' ? record.action : best.action;
}

async function withNotes(run: TrainRun, step: Step, made: Candidate | undefined): Promise<Candidate | undefined> {
  const base = made?.version.skill ?? run.state.current.skill;
  const notes = await notesToFlush(run, step, base);
  if (notes === undefined) return made;
  const origin = made?.version.origin ?? `appendix_step_${String(step.plan.step).padStart(4, '0')}`;
  const version = keepVersion(notes, origin, run.journal);
  return version.hash === run.state.current.hash ? made : { version, items: made?.items ?? [] };
}

/** What the next steps of the epoch and later reports know of a finished step. */
export function closeStep(run: TrainRun, step: Step): void {
  const { state, settings } = run;
  const { record } = step;
  record.current_score = state.currentScore;
  record.best_score = state.bestScore;
  record.best_step = state.bestStep;
  record.current_origin = state.current.origin;
  record.best_origin = state.best.origin;
  record.skill_len = lengthOf(state.current.skill);
  record.n_appendix_notes_total = addAppendixNotes(state.current.skill, []).total;
  if (record.action.startsWith('skip') || record.action === 'draft') return;
  const isRefused = record.action === 'reject' || record.action === 'undecided';
  // Of a trial on validation tasks the optimizer learns the verdict alone: more would spend the gate's error budget unseen.
  const before = settings.gate.kind === 'strict' ? (record.current_score ?? 0) : record.rollout_hard;
  const after = settings.gate.kind === 'strict' ? (record.candidate_gate_score ?? 0) : record.rollout_hard;
  state.digests.push({
    step: step.plan.step,
    action: record.action,
    total: step.rollouts.length,
    failed: step.rollouts.filter(({ outcome }) => outcome.score.hard < settings.failBelow).length,
    failurePatterns: [...failurePatterns(step.rollouts, step.reports, settings.failBelow)],
    ...(isRefused ? { rejected: { before, after, edits: step.tried.map(describeItem) } } : {}),
  });
}
