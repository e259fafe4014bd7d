import type { CircuitCnf, Edge } from '#circuit';
import type { Journal, ProofCertificate } from '#contracts';
import type { Hash } from '#kernel';
import { type Cnf, countClauses, writeDimacs, writeProof } from '#sat';

const encoder = new TextEncoder();

/** A formula that is unsatisfiable and the LRAT proof of it, as bytes that any checker reads. */
export interface ProofMaterial {
  readonly claim: string;
  readonly cnf: Uint8Array;
  readonly proof: Uint8Array;
  readonly variables: number;
  readonly clauses: number;
}

/**
 * Turns a proof of ¬output into a refutation of `cnf ∧ output`.
 *
 * The asserted output becomes the last input clause, number m + 1, so every derived id moves up by one; the empty clause follows from
 * it and the unit clause ¬output, which the last call derived.
 *
 * @source Cruz-Filipe et al. 2017, LRAT: ids of derived clauses follow those of the formula
 */
export function closeProof(claim: string, cnf: CircuitCnf, output: Edge, records: Int32Array): ProofMaterial {
  const inputs = countClauses(cnf);
  const clauses = new Int32Array(cnf.clauses.length + 2);
  clauses.set(cnf.clauses);
  clauses[cnf.clauses.length] = cnf.literalOf(output);
  const asserted: Cnf = { variables: cnf.variables, clauses };
  return {
    claim,
    cnf: encoder.encode(writeDimacs(asserted)),
    proof: writeProof(refuteAsserted(records, inputs), 'lrat'),
    variables: asserted.variables,
    clauses: inputs + 1,
  };
}

/** The records with derived ids moved up by one, and the empty clause from input m + 1 and the clause derived last. */
function refuteAsserted(records: Int32Array, inputs: number): Int32Array {
  const moved = new Int32Array(records.length + 5);
  moved.set(records);
  const up = (at: number): void => {
    const id = moved[at]!;
    if (Math.abs(id) > inputs) moved[at] = id + Math.sign(id);
  };
  let last = 0;
  let at = 0;
  while (at < records.length) {
    if (records[at]! > 0) last = records[at]! + 1;
    up(at);
    const hintsAt = at + 2 + records[at + 1]!;
    const end = hintsAt + 1 + records[hintsAt]!;
    for (let h = hintsAt + 1; h < end; h += 1) up(h);
    at = end;
  }
  moved.set([last + 1, 0, 2, inputs + 1, last], at);
  return moved;
}

/** Stores the material and its certificate; returns the certificate's hash. */
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
