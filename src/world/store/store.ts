import type { Json } from '#foundation/contracts';
import type { Clock } from '#foundation/contracts/ports';
import type { RunJournal } from './journal.ts';
import type { Mask } from './masking/mask.ts';
import type { Owner } from './owner.ts';
import type { StoreReader } from './reader.ts';

/** What was asked of a run. */
export interface RunSpec {
  readonly loop: string;
  readonly seed: number;
  readonly config: Json;
}

/** A store that may be written: one journal per run, and one writer per run among all processes. */
export interface Store extends StoreReader {
  /** Starts a run; its id is the loop's name and a hash, such as `practise-3f2a91c0`, unique in the workspace. */
  createRun(spec: RunSpec): RunJournal;
  /** Takes up a run where it stood: the same loop runs again and the journal answers what is recorded. */
  resumeRun(id: string): RunJournal;
  /** Deletes runs with everything that only they use, and returns how many blobs went; one that is being written is a Fault. */
  deleteRuns(ids: readonly string[]): number;
  /** Keeps what a person noted of a run, or of one of its recorded calls; null drops it. It enters no hash, and no audit reads it. */
  note(run: string, content: Json | null, call?: string): void;
  /** Lets go of all locks; for a copy of a store, whose locks are those of the original. */
  dropLocks(): void;
  /** Gives the room of what was deleted back to the disk; tells whether it could. */
  shrink(): boolean;
  /** Closes its journals too; their runs stay open for `resumeRun`. */
  close(): void;
}

export interface StoreOptions {
  /** Applied to what is exported; what is written stays as it is. */
  readonly mask?: Mask | undefined;
  readonly clock?: Clock;
  /** Who holds the locks; this process unless told. */
  readonly owner?: Owner;
  /** Told after each statement that writes. */
  readonly afterWrite?: ((sql: string) => void) | undefined;
}
