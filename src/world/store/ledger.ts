import type { RunStatus } from '#foundation/contracts';
import type { Hash } from '#foundation/kernel';

/** An event as it is stored: `text` is the canonical text of its data. */
export interface EventEntry {
  readonly type: string;
  readonly text: string;
}

/** The recorded result of a step, found by `key`, the hash of its name and inputs; `result` names a blob. */
export interface EffectEntry {
  readonly key: Hash;
  readonly name: string;
  readonly result: Hash;
}

export interface CertificateEntry {
  readonly hash: Hash;
  readonly text: string;
}

/** How a run ended. */
export interface Ending {
  readonly status: Exclude<RunStatus, 'open'>;
  readonly hash: Hash;
  readonly summary: string;
}

/** What is written together: all of it or nothing. */
export interface Batch {
  /** Position of the first event. */
  readonly from: number;
  readonly events: readonly EventEntry[];
  readonly effects: readonly EffectEntry[];
  readonly blobs: ReadonlyMap<Hash, Uint8Array>;
  readonly certificates: readonly CertificateEntry[];
  /** Keys of the calls that begin after this commit. */
  readonly attempts: readonly Hash[];
  readonly ending?: Ending;
  readonly durability: Durability;
}

/**
 * What a commit must survive besides the death of the process, which all do. `now`: a power cut, before the commit returns;
 * `soon`: a power cut, unless it undoes less work than forcing the disk would cost; `later`: nothing more.
 */
export type Durability = 'now' | 'soon' | 'later';

/** Where one run is recorded; the journal's port to a database. */
export interface Ledger {
  readonly run: string;
  readonly status: RunStatus;
  /** How many events are recorded. */
  readonly length: number;
  /** Recorded events from a position on; as many as is convenient, at least one if there is one. */
  eventsFrom(position: number): readonly EventEntry[];
  effect(key: Hash): EffectEntry | undefined;
  /** How often a call began again because a crash had cut it off. */
  repeatedCalls(): number;
  /** How often a call had begun without a result when the run was opened. */
  lostCalls(key: Hash): number;
  /** Whether there is any such call: most runs have none, and need no key to know it. */
  readonly hasLostCalls: boolean;
  hasBlob(hash: Hash): boolean;
  getBlob(hash: Hash): Uint8Array | undefined;
  commit(batch: Batch): void;
  /** Lets go of the run without ending it. */
  release(): void;
}
