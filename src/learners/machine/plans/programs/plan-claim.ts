import type { ProofMaterial } from '#logic/verify/certify';

/** A claim about a machine's program for all inputs, with its proofs. */
export interface PlanClaim {
  readonly claim: string;
  readonly proofs: readonly ProofMaterial[];
}
