import { z } from 'zod';
import { HashText, Json } from './json.ts';

const common = { v: z.literal(1), claim: z.string().min(1) };

/**
 * A formula that must be unsatisfiable, with the solver's refutation. `cnf` and `proof` are blobs of the store,
 * named by hash, in DIMACS and in DRAT or LRAT, so any outside checker can read them.
 */
export const ProofCertificate = z.strictObject({
  ...common,
  kind: z.literal('proof'),
  cnf: HashText,
  proof: HashText,
  format: z.enum(['drat', 'lrat']),
  facts: z.record(z.string(), Json).optional(),
});

/**
 * A truth table over all 2^inputs assignments, one after another per output, each padded to whole bytes, first assignment
 * in the lowest bit. Both tables are blobs of the store and must be equal.
 */
export const ExhaustiveCertificate = z.strictObject({
  ...common,
  kind: z.literal('exhaustive'),
  inputs: z.int().min(0).max(24),
  outputs: z.int().min(1),
  expected: HashText,
  actual: HashText,
});

/** One task scored under both candidates. */
export const PairedOutcome = z.strictObject({ task: z.string(), incumbent: z.number(), candidate: z.number() });
export type PairedOutcome = z.infer<typeof PairedOutcome>;

/** Paired outcomes on held-out tasks and the test over them; re-computable from these numbers alone. */
export const StatisticalCertificate = z.strictObject({
  ...common,
  kind: z.literal('statistical'),
  incumbent: HashText,
  candidate: HashText,
  taskSet: HashText,
  seedPath: z.string(),
  test: z.string().min(1),
  alpha: z.number().gt(0).lt(1),
  outcomes: z.array(PairedOutcome),
  pValue: z.number().min(0).max(1),
});

/** Why a change may stay. Each kind can be checked again from the store alone. */
export const Certificate = z.discriminatedUnion('kind', [
  ProofCertificate,
  ExhaustiveCertificate,
  StatisticalCertificate,
]);
export type Certificate = z.infer<typeof Certificate>;
export type ProofCertificate = z.infer<typeof ProofCertificate>;
export type ExhaustiveCertificate = z.infer<typeof ExhaustiveCertificate>;
export type StatisticalCertificate = z.infer<typeof StatisticalCertificate>;
