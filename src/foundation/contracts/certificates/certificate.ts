import { z } from 'zod';
import { hashOf } from '#foundation/kernel';
import { comparisonWords, exhaustiveWords, statementWords } from './claim-words.ts';
import { HashText, Json } from '../json.ts';
import { mapCircuits, type Statement, StoredStatement } from './statement.ts';

/** `claim` is the claim in words; they follow from the rest, and the audit derives them again. */
const common = { v: z.literal(2), claim: z.string().min(1) };

/**
 * A statement, the formula that must be unsatisfiable for it to hold, and the solver's refutation. Circuits of the statement, `cnf`
 * (DIMACS) and `proof` (DRAT or LRAT, so that any outside checker can read it) are blobs of the store, named by hash.
 */
export const ProofCertificate = z.strictObject({
  ...common,
  kind: z.literal('proof'),
  statement: StoredStatement,
  cnf: HashText,
  proof: HashText,
  format: z.enum(['drat', 'lrat']),
});

/**
 * A circuit gives what `rows` says over all inputs: a truth table per output, one after another, each padded to whole bytes, first
 * assignment in the lowest bit.
 */
export const ExhaustiveCertificate = z.strictObject({
  ...common,
  kind: z.literal('exhaustive'),
  over: z.literal('all-inputs'),
  circuit: HashText,
  rows: HashText,
  inputs: z.int().min(0),
  outputs: z.int().min(1),
});

/** One task scored under both candidates. */
export const PairedOutcome = z.strictObject({ task: z.string(), incumbent: z.number(), candidate: z.number() });
export type PairedOutcome = z.infer<typeof PairedOutcome>;

/**
 * The recorded rollouts behind paired outcomes. Each is a journal step `rollout` whose inputs are the hashes of skill, task and world,
 * the repeat and the try; its key follows from them, so a certificate cannot name rollouts of another skill. All pairs that
 * the trial asked for are listed, those without a score too.
 */
const RolloutEvidence = z.strictObject({
  kind: z.literal('rollouts'),
  world: HashText,
  feedback: z.boolean(),
  metric: z.enum(['hard', 'soft', 'mixed']),
  /** Of the soft score, where the metric is mixed. */
  weight: z.number().min(0).max(1),
  /** Hashes of the tasks by id. */
  tasks: z.record(z.string(), HashText),
  /** The last try of each side, from 1. */
  pairs: z.array(
    z.strictObject({
      task: z.string(),
      repeat: z.int().min(0),
      incumbent: z.int().min(1),
      candidate: z.int().min(1),
    }),
  ),
});

/**
 * Recorded journal steps whose results hold the outcomes: `{ outcomes: PairedOutcome[] }`, in the order of the steps. Their inputs name
 * both sides: `incumbent` and `candidate`, by hash.
 */
const PairedEvidence = z.strictObject({
  kind: z.literal('paired'),
  steps: z.array(z.strictObject({ name: z.string().min(1), inputs: Json })).min(1),
});

export const OutcomeEvidence = z.discriminatedUnion('kind', [RolloutEvidence, PairedEvidence]);
export type OutcomeEvidence = z.infer<typeof OutcomeEvidence>;

/** Paired outcomes on held-out tasks, the recorded steps they come from, and the test over them; all of it can be computed again. */
export const StatisticalCertificate = z.strictObject({
  ...common,
  kind: z.literal('statistical'),
  incumbent: HashText,
  candidate: HashText,
  taskSet: HashText,
  test: z.string().min(1),
  /** The level of the look that accepted. */
  alpha: z.number().gt(0).lt(1),
  /** What the trial cost of the run's error budget: the level of all its looks together. */
  spent: z.number().gt(0).lt(1),
  outcomes: z.array(PairedOutcome),
  pValue: z.number().min(0).max(1),
  evidence: OutcomeEvidence,
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

/** A certificate of an earlier version, which did not bind its claim: it can be listed, and holds nothing. */
export const OldCertificate = z.looseObject({ v: z.literal(1), kind: z.string(), claim: z.string() });
export type OldCertificate = z.infer<typeof OldCertificate>;

/** What is new in a certificate of each kind; the rest follows. */
type ContentOf<Kind> = Kind extends unknown ? Omit<Kind, 'v' | 'claim' | 'taskSet'> : never;
export type CertificateContent = ContentOf<Certificate>;

/** The one writer of certificates. */
export function certificateOf(content: CertificateContent): Certificate {
  const claim = claimWords(content);
  if (content.kind !== 'statistical') return { ...content, v: 2, claim };
  return { ...content, v: 2, claim, taskSet: hashOf(content.outcomes.map(({ task }) => task)) };
}

/** What a certificate says, in words. */
export function claimWords(content: CertificateContent): string {
  switch (content.kind) {
    case 'proof':
      return statementWords(content.statement);
    case 'exhaustive':
      return exhaustiveWords(content);
    case 'statistical':
      return comparisonWords({ ...content, margin: marginOf(content.test) });
  }
}

/** The margin of a test for "not worse by", named after the last slash; other tests are for a gain. */
function marginOf(test: string): number | undefined {
  const found = /margin\/(0\.\d+)$/u.exec(test);
  return found === null ? undefined : Number(found[1]);
}

/** The blobs that a certificate rests on. */
export function blobsOf(certificate: Certificate): readonly string[] {
  switch (certificate.kind) {
    case 'proof':
      return [...circuitsOf(certificate.statement), certificate.cnf, certificate.proof];
    case 'exhaustive':
      return [certificate.circuit, certificate.rows];
    case 'statistical':
      return [certificate.incumbent, certificate.candidate];
  }
}

function circuitsOf(statement: Statement<string>): string[] {
  const found = new Set<string>();
  mapCircuits(statement, (hash) => found.add(hash));
  return [...found];
}
