/** How a run begins, is taken up again, and ends: the same for every learner. */
export { type Ended, openRun, type OpenedRun, type Over, type RunPorts, type RunRequest } from './open-run.ts';
export { requireSame, type Sameness } from './require-same.ts';
export type { KeptJournal, RunBooks } from './run-books.ts';
