/** The loops: what is done in which order, against ports. */
export { type Audit, type AuditFinding, auditRun } from './audit/audit.ts';
export { type BitPractice, createBitPractice } from './practise/bit-practice.ts';
export { practise, type PractiseConfig, type PractiseSummary } from './practise/practise.ts';
