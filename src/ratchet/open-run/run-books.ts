import type { Json, Run } from '#foundation/contracts';
import type { Blobs, Journal } from '#foundation/contracts/ports';
import type { Hash } from '#foundation/kernel';

/** The journal of a run that is kept, with the means to end it. */
export interface KeptJournal extends Journal, Blobs {
  /** How many calls were made again because a crash had cut them off. */
  repeatedCalls(): number;
  /** Ends the run and returns its hash. */
  finish(summary: Json): Hash;
}

/** Where runs are kept; a store is one. */
export interface RunBooks {
  getRun(id: string): Run | undefined;
  createRun(spec: { readonly loop: string; readonly seed: number; readonly config: Json }): KeptJournal;
  /** Takes a run up where it stood: the same learner runs again, and the journal answers what is recorded. */
  resumeRun(id: string): KeptJournal;
}
