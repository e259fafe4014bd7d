import { Fault, sha256 } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import type { ProofCertificate } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import type { Deadline } from './deadline.ts';
import { encodeStatement } from './encode/encode-statement.ts';
import { BadStatement } from './encode/formula.ts';

/**
 * Encodes the statement of a proof certificate again, with the audit's own encoder, and checks the refutation with the checker,
 * which shares no code with the solver. Returns what is wrong, or nothing.
 */
export function checkProofCertificate(
  certificate: ProofCertificate,
  blobs: Blobs,
  deadline: Deadline,
): string | undefined {
  try {
    const formula = encodeStatement(certificate.statement, blobs, deadline.ask);
    if (sha256(formula) !== certificate.cnf) return 'the formula is not the one that its statement stands for';
    const proof = blobs.getBlob(certificate.proof);
    if (!proof) return 'the proof is not in the store';
    if (!blobs.getBlob(certificate.cnf)) return 'the formula is not in the store';
    const found = checkProof(parseDimacs(formula), proof, certificate.format, deadline.ask);
    return found.verified ? undefined : `line ${found.line} of the proof: ${found.reason}`;
  } catch (error) {
    if (!(error instanceof Fault || error instanceof BadStatement)) throw error;
    return error.message;
  }
}
