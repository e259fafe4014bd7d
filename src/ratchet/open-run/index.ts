/** How a run begins, is taken up again, and ends: the same for every learner. */
export { type Ended, openRun, type OpenedRun, type Over, type RunPorts } from './open-run.ts';
export type { RunBooks } from './run-books.ts';
