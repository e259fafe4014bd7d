import { Fault } from '#kernel';
import { checkProof, parseDimacs } from '#sat';
import type { Blobs, ProofCertificate } from '#contracts';

/** Checks the refutation of a proof certificate with the checker, which shares no code with the solver. Returns what is wrong, or nothing. */
export function checkProofCertificate(certificate: ProofCertificate, blobs: Blobs): string | undefined {
  const cnf = blobs.getBlob(certificate.cnf);
  const proof = blobs.getBlob(certificate.proof);
  if (!cnf || !proof) return `${cnf ? 'the proof' : 'the formula'} is not in the store`;
  try {
    const found = checkProof(parseDimacs(cnf), proof, certificate.format);
    return found.verified ? undefined : `line ${found.line} of the proof: ${found.reason}`;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.message;
  }
}
