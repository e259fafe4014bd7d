/** The claims of a run, checked again. */
export { auditRun } from './audit.ts';
export { auditCertificate, auditTexts } from './audit-texts.ts';
