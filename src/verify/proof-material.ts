import type { Journal, ProofCertificate } from '#contracts';
import type { Hash } from '#kernel';

/** A formula that is unsatisfiable and the LRAT proof of it, as bytes that any checker reads. */
export interface ProofMaterial {
  readonly claim: string;
  /** DIMACS. */
  readonly cnf: Uint8Array;
  /** LRAT, text. */
  readonly proof: Uint8Array;
  readonly variables: number;
  readonly clauses: number;
}

/**
 * Stores the material and its certificate; returns the certificate's hash.
 *
 * @source section 4 of the design: a proof certificate is the CNF, the solver's proof and the claim in words
 */
export function certifyProof(material: ProofMaterial, journal: Pick<Journal, 'putBlob' | 'certify'>): Hash {
  const certificate: ProofCertificate = {
    v: 1,
    kind: 'proof',
    claim: material.claim,
    cnf: journal.putBlob(material.cnf),
    proof: journal.putBlob(material.proof),
    format: 'lrat',
    facts: { variables: material.variables, clauses: material.clauses },
  };
  return journal.certify(certificate);
}
