import type { Journal } from '#foundation/contracts/ports';
import type { Hash } from '#foundation/kernel';
import { certifyProof } from '#logic/verify/certify';
import type { PlanClaim } from '#learners/machine/plans/programs';

/** Stores the proofs of all claims as certificates; returns their hashes. */
export function certifyClaims(claims: readonly PlanClaim[], journal: Pick<Journal, 'putBlob' | 'certify'>): Hash[] {
  return claims.flatMap(({ proofs }) => proofs.map((proof) => certifyProof(proof, journal)));
}
