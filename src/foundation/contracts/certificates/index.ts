/** What shows why a change may stay, and the statements that are proved. */
export {
  blobsOf,
  Certificate,
  certificateOf,
  claimWords,
  ExhaustiveCertificate,
  OldCertificate,
  OutcomeEvidence,
  PairedOutcome,
  ProofCertificate,
  StatisticalCertificate,
} from './certificate.ts';
export { statementWords } from './claim-words.ts';
export {
  type ExpertText,
  type GraphNodeText,
  mapCircuits,
  type PlanePredicate,
  type ProgramText,
  type Statement,
  StoredStatement,
} from './statement.ts';
