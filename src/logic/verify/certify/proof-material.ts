import { circuitToData } from '#logic/circuit/formats';
import type { Circuit } from '#logic/circuit/graph';
import { certificateOf, mapCircuits, type Statement, statementWords } from '#foundation/contracts/certificates';
import type { Journal } from '#foundation/contracts/ports';
import { canonicalText, type Hash, sha256 } from '#foundation/kernel';

/** A formula that is unsatisfiable and the LRAT proof of it, as bytes that any checker reads. */
export interface Refutation {
  /** DIMACS. */
  readonly cnf: Uint8Array;
  /** LRAT, text. */
  readonly proof: Uint8Array;
  readonly variables: number;
  readonly clauses: number;
}

/** A statement that holds because its formula is refuted. */
export interface ProofMaterial extends Refutation {
  readonly statement: Statement<Circuit>;
}

/** Where certificates go. */
export type CertificateSink = Pick<Journal, 'putBlob' | 'certify'>;

/**
 * Stores the material with the circuits it speaks of, and its certificate; returns the certificate's hash.
 *
 * @source docs/certificates.md: a proof certificate is the claim as data and in words, the CNF and the solver's proof
 */
export function certifyProof({ statement, cnf, proof }: ProofMaterial, journal: CertificateSink): Hash {
  return journal.certify(
    certificateOf({
      kind: 'proof',
      statement: mapCircuits(statement, (circuit) => journal.putBlob(circuitBytes(circuit))),
      cnf: journal.putBlob(cnf),
      proof: journal.putBlob(proof),
      format: 'lrat',
    }),
  );
}

/** What was proved, in the words of its certificate. */
export function proofWords({ statement }: ProofMaterial): string {
  return statementWords(mapCircuits(statement, (circuit) => sha256(circuitBytes(circuit))));
}

/** A circuit as it is stored: the canonical text of its data, without names, which change nothing. */
export function circuitBytes(circuit: Circuit): Uint8Array {
  const { inputs, gates, outputs } = circuitToData(circuit);
  return new TextEncoder().encode(canonicalText({ inputs, gates, outputs }));
}
