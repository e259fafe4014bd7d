import type { Run } from '#foundation/contracts';

/** What the audit needs of a run; its head is checked where it is given. */
export type AuditedRun = Pick<Run, 'status' | 'hash' | 'summary' | 'steps'> &
  Partial<Pick<Run, 'id' | 'loop' | 'seed' | 'config'>>;
