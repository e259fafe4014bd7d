import type { SkillFiles } from '#contracts';
import { describeItem } from '#skill';
import { bookVerdict } from './adopt-candidate.ts';
import { settleNotes } from './appendix-notes.ts';
import { creditItems } from './credit-items.ts';
import { bookProposer } from './proposer-steering.ts';
import { rememberRules } from './rule-provenance.ts';
import type { Candidate, Step } from './step.ts';
import type { TrainRun } from './train-run.ts';
import { emitVerdict, type Tried, tryCandidate } from './trial.ts';

/** Larger bundles would cost more to take apart than to propose anew. */
const LARGEST_BUNDLE = 12;

/** Tries a bundle; one that is refused is taken apart, and what helped is tried again as a smaller bundle. */
// oxlint-disable-next-line max-params -- a bundle is judged on top of exactly this
export async function judgeOrTakeApart(
  run: TrainRun,
  step: Step,
  candidate: Candidate,
  base: SkillFiles,
): Promise<Tried> {
  const tried = await judge(run, step, candidate);
  const { length } = candidate.items;
  const mayTakeApart = run.settings.search.creditTasks > 0 && length > 1 && length <= LARGEST_BUNDLE;
  if (tried.verdict === 'accept' || !mayTakeApart) return tried;
  const smaller = await creditItems(run, step, candidate, base);
  return smaller === undefined ? tried : judge(run, step, smaller);
}

/** What a step's last trial means for the proposer, for patience and for the step's record. */
export function bookTrial({ state }: TrainRun, { proposer, record }: Step, tried: Tried): void {
  const isAccepted = tried.verdict === 'accept';
  bookProposer(state.proposers, proposer, isAccepted ? tried.evidence.gain : 0);
  state.fruitless = isAccepted ? 0 : state.fruitless + 1;
  record.selection_hard = tried.hard;
  record.selection_soft = tried.soft;
  record.candidate_gate_score = tried.candidateScore;
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
  if (isAccepted) {
    step.gain = tried.evidence.gain;
    rememberRules(run, step, parent, candidate);
  }
  settleNotes(run, step, isAccepted);
  return tried;
}
