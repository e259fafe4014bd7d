import { mean } from '#kernel';
import { addAppendixNotes, describeItem, failurePatterns } from '#skill';
import { bookVerdict } from './adopt-candidate.ts';
import { notesToFlush, settleNotes } from './appendix-notes.ts';
import { creditItems } from './credit-items.ts';
import { bookProposer } from './proposer-steering.ts';
import { rememberRules } from './rule-provenance.ts';
import { keepVersion, type SkillVersion } from './skill-version.ts';
import type { Candidate, Step } from './step.ts';
import { emitVerdict, type Tried, tryCandidate } from './trial.ts';
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
    if (run.state.draft !== undefined) run.state.draft = { ...run.state.draft, isSettled: true };
    run.state.skipped += 1;
    run.state.fruitless += 1;
    bookProposer(run.state.proposers, step.proposer, 0);
    run.emit('step-skipped', { step: step.plan.step, action: record.action, why: record.why });
    return;
  }
  if (isDraft(run, candidate)) {
    if (!record.action.includes('accept')) record.action = 'draft';
    return;
  }
  const tried = await judge(run, step, candidate);
  let best = tried;
  if (tried.verdict !== 'accept' && mayTakeApart(run, candidate.items.length)) {
    const smaller = await creditItems(run, step, candidate, step.parent.skill);
    if (smaller !== undefined) best = await judge(run, step, smaller);
  }
  bookProposer(run.state.proposers, step.proposer, best.verdict === 'accept' ? best.evidence.gain : 0);
  run.state.fruitless = best.verdict === 'accept' ? 0 : run.state.fruitless + 1;
  record.action = made === undefined && best.verdict !== 'accept' ? record.action : best.action;
  record.selection_hard = best.hard;
  record.selection_soft = best.soft;
  record.candidate_gate_score = best.candidateScore;
}

/** Keeps a candidate as a draft while it may take further steps; its changes are then tried together. */
function isDraft(run: TrainRun, candidate: Candidate): boolean {
  const { state, settings } = run;
  if (settings.search.draftSteps <= 1) return false;
  const { items = [], steps = 0, score = trainingScore(run, state.current), flat = 0 } = state.draft ?? {};
  const version = candidate.version;
  state.draft = { version, items: [...items, ...candidate.items], steps: steps + 1, score, flat, isSettled: false };
  return true;
}

/** Larger bundles would cost more to take apart than to propose anew. */
const LARGEST_BUNDLE = 12;

function mayTakeApart(run: TrainRun, items: number): boolean {
  return run.settings.search.creditTasks > 0 && items > 1 && items <= LARGEST_BUNDLE;
}

const WORTH_GOING_ON = 0.02;

/**
 * Tries the draft when its training score has stopped rising, when it has taken all its steps, or when the run ends: a trial of
 * one large gain needs far fewer rollouts than trials of its parts. An accepted draft is the new incumbent.
 */
export async function tryDraft(run: TrainRun, step: Step, isLast: boolean): Promise<void> {
  const { state, settings } = run;
  const { draft } = state;
  if (draft === undefined) return;
  const score = trainingScore(run, draft.version);
  const gain = score - trainingScore(run, state.current);
  // One batch of harder tasks looks like a fall; two in a row, or analysts with nothing left to say, are the end of the rise.
  const flat = score >= draft.score + settings.search.draftGain ? 0 : draft.flat + 1;
  if (!isLast && draft.steps < settings.search.draftSteps && flat < 2 && !draft.isSettled) {
    state.draft = { ...draft, score, flat };
    return;
  }
  let tried = await judge(run, step, draft);
  // A trial can be given up on a few unlucky tasks; as long as the training tasks speak for it, a draft goes on.
  const goesOn = tried.verdict !== 'accept' && !isLast && gain > WORTH_GOING_ON;
  if (tried.verdict !== 'accept' && !goesOn && mayTakeApart(run, draft.items.length)) {
    const smaller = await creditItems(run, step, draft, state.current.skill);
    if (smaller !== undefined) tried = await judge(run, step, smaller);
  }
  state.draft = goesOn ? { ...draft, steps: 0, flat: 0, isSettled: false } : undefined;
  state.fruitless = tried.verdict === 'accept' ? 0 : state.fruitless + 1;
  bookProposer(state.proposers, step.proposer, tried.verdict === 'accept' ? tried.evidence.gain : 0);
  step.record.action = tried.action;
  step.record.selection_hard = tried.hard;
  step.record.selection_soft = tried.soft;
  step.record.candidate_gate_score = tried.candidateScore;
}

/** Mean of all training rollouts of a skill. */
function trainingScore(run: TrainRun, version: SkillVersion): number {
  const values = [...(run.state.pool.get(version.hash)?.scores.values() ?? [])].flat().filter((v) => !Number.isNaN(v));
  return values.length === 0 ? 0 : mean(values);
}

/** One trial with everything that is booked of it. */
async function judge(run: TrainRun, step: Step, candidate: Candidate): Promise<Tried> {
  const { version, items } = candidate;
  step.tried = items;
  run.state.bundles.set(version.hash, items);
  const what = items.length === 1 ? '1 change' : `${items.length} changes`;
  const parent = run.state.current;
  const tried = await tryCandidate(
    run,
    version,
    `${what} of step ${step.plan.step} raise the expected score on ${run.world.name}`,
  );
  emitVerdict(run, items.map(describeItem).join(' · '), version, tried);
  const isAccepted = bookVerdict(run, version, tried, step.plan.step);
  if (isAccepted) rememberRules(run, step, parent, candidate);
  settleNotes(run, step, isAccepted);
  return tried;
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
