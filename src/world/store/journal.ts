import type { Json, RunStatus } from '#foundation/contracts';
import type { Blobs, Journal } from '#foundation/contracts/ports';
import type { Hash } from '#foundation/kernel';

/** The journal of one run with the means to end it. */
export interface RunJournal extends Journal, Blobs {
  /** How many calls were made again because a crash had cut them off; no part of the hash. */
  repeatedCalls(): number;
  /** Commits what was emitted so far; readers see it from here on. */
  flush(): void;
  /** Ends the run and returns its hash. A failed run can be resumed and go on; one that is done can only be replayed. */
  finish(summary: Json, status?: Exclude<RunStatus, 'open'>): Hash;
  /** Commits what was emitted and lets go of the run, which stays open for `resumeRun`. */
  close(): void;
}
