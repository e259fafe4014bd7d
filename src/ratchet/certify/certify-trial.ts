import { certificateOf, type OutcomeEvidence } from '#foundation/contracts/certificates';
import type { Journal } from '#foundation/contracts/ports';
import type { Hash } from '#foundation/kernel';
import type { TrialEvidence } from '#ratchet/gate';

/** Both sides of a trial, by the hash of the content that is kept. */
export interface Sides {
  readonly incumbent: Hash;
  readonly candidate: Hash;
}

/** Keeps the certificate of an accepted candidate: what both sides did, the test and its level, and the recorded steps behind it. */
export function certifyTrial(
  journal: Pick<Journal, 'certify'>,
  { incumbent, candidate }: Sides,
  { test, alpha, spent, outcomes, pValue }: TrialEvidence,
  evidence: OutcomeEvidence,
): Hash {
  const content = { incumbent, candidate, test, alpha, spent, outcomes: [...outcomes], pValue, evidence };
  return journal.certify(certificateOf({ kind: 'statistical', ...content }));
}
