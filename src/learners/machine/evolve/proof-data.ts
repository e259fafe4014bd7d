import { Json } from '#foundation/contracts';
import { certificateOf, mapCircuits, StoredStatement } from '#foundation/contracts/certificates';
import type { Journal } from '#foundation/contracts/ports';
import { type Hash, sha256 } from '#foundation/kernel';
import { circuitBytes, type ProofMaterial } from '#logic/verify/certify';
import { z } from 'zod';

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A proof as a job gives it back: the statement with its circuits by hash, and everything it names as bytes. */
export const ProofData = z.strictObject({
  statement: Json,
  circuits: z.array(Bytes),
  cnf: Bytes,
  proof: Bytes,
});
export type ProofData = z.infer<typeof ProofData>;

export function proofDataOf({ statement, cnf, proof }: ProofMaterial): ProofData {
  const circuits: Uint8Array[] = [];
  const stored = mapCircuits(statement, (circuit) => {
    const bytes = circuitBytes(circuit);
    circuits.push(bytes);
    return sha256(bytes);
  });
  return { statement: Json.parse(stored), circuits, cnf, proof };
}

/** Counted effort of a refutation: clauses of the formula and lines of the proof. */
export function effortOf({ clauses, proof }: Pick<ProofMaterial, 'clauses' | 'proof'>): number {
  let lines = 0;
  for (const byte of proof) if (byte === 10) lines += 1;
  return clauses + lines;
}

/** Keeps a proof with all that it names; gives the hash of its certificate. */
export function keepProof(
  { statement, circuits, cnf, proof }: ProofData,
  journal: Pick<Journal, 'putBlob' | 'certify'>,
): Hash {
  for (const bytes of circuits) journal.putBlob(bytes);
  return journal.certify(
    certificateOf({
      kind: 'proof',
      statement: StoredStatement.parse(statement),
      cnf: journal.putBlob(cnf),
      proof: journal.putBlob(proof),
      format: 'lrat',
    }),
  );
}
