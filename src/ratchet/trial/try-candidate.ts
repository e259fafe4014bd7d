import type { OutcomeEvidence } from '#foundation/contracts/certificates';
import type { Journal } from '#foundation/contracts/ports';
import type { Hash } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import type { GateAction, GateVerdict, Trial, TrialEvidence, TrialPair, TrialRollout } from '#ratchet/gate';
import { certifyTrial, type Sides } from '../certify/certify-trial.ts';

/** A trial with both sides, and where what they did is recorded. */
export interface Contest {
  readonly sides: Sides;
  readonly trial: Trial;
  /** The recorded steps behind every pair so far: what an audit reads again. */
  readonly evidence: () => OutcomeEvidence;
  /** Whether an acceptance leaves a certificate; it does unless the gate tests nothing. */
  readonly certifies?: boolean;
  /** Why an acceptance must not stand whatever the data say: it is then undecided. */
  readonly veto?: string | undefined;
}

/** How a trial ended. */
export interface Tried {
  readonly verdict: GateVerdict;
  readonly action: GateAction;
  readonly evidence: TrialEvidence;
  /** Means over the tasks that were looked at; null where none has a score. */
  readonly incumbentScore: number | null;
  readonly candidateScore: number | null;
  /** Of an accepted candidate, where the gate certifies. */
  readonly certificate: Hash | undefined;
}

/**
 * Lets a candidate play against the incumbent, both on the same tasks, block by block: the next look comes only after the whole block, so that
 * nothing depends on which side ended first.
 */
export async function tryCandidate(
  journal: Pick<Journal, 'certify'>,
  contest: Contest & { play(block: readonly TrialRollout[]): Promise<readonly TrialPair[]> },
): Promise<Tried> {
  const { trial } = contest;
  while (trial.verdict === undefined) trial.report(await contest.play(trial.next()));
  return concludeTrial(journal, contest);
}

/** Says what came of a trial that has seen enough, and certifies what it accepts. */
function concludeTrial(
  journal: Pick<Journal, 'certify'>,
  { sides, trial, evidence: from, certifies = true, veto }: Contest,
): Tried {
  const { verdict: found = 'undecided' } = trial;
  const verdict = found === 'accept' && veto !== undefined ? 'undecided' : found;
  const evidence = trial.evidence();
  const { outcomes } = evidence;
  const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values));
  return {
    verdict,
    action: verdict === found ? (trial.action ?? verdict) : verdict,
    evidence,
    incumbentScore: meanOf(outcomes.map(({ incumbent }) => incumbent)),
    candidateScore: meanOf(outcomes.map(({ candidate }) => candidate)),
    certificate: verdict === 'accept' && certifies ? certifyTrial(journal, sides, evidence, from()) : undefined,
  };
}
