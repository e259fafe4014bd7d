/** The run store: runs, journals, effects, blobs and certificates, in one SQLite file per workspace or in PostgreSQL. */
export { backupStore } from './backup-store.ts';
export { type Difference, diffRuns, loadRun, type RunDiff } from './diff-runs.ts';
export type { RunJournal } from './journal.ts';
export { createMemoryJournal, createMemoryRecord, type MemoryRecord } from './memory-journal.ts';
export { bytesUsed, openReader, openStore } from './open-store.ts';
export { mayHoldRuns, showPlace, storeAt, storePath } from './place.ts';
export type { StoredCertificate, StoreReader } from './reader.ts';
export { runHashOf } from './run-hash.ts';
export type { Store } from './store.ts';
