import type { RunStatus } from '#foundation/contracts';
import type { Hash } from '#foundation/kernel';
import type { RunJournal } from './journal.ts';
import type { Batch, CertificateEntry, EffectEntry, Ending, EventEntry, Ledger } from './ledger.ts';
import { LedgerJournal } from './ledger-journal.ts';
import { countLost } from './lost-calls.ts';

/** What a memory journal has committed; give it to a second journal to resume the run. */
export interface MemoryRecord {
  status: RunStatus;
  ending: Ending | undefined;
  readonly events: EventEntry[];
  readonly effects: Map<Hash, EffectEntry>;
  readonly blobs: Map<Hash, Uint8Array>;
  readonly certificates: Map<Hash, CertificateEntry>;
  /** Keys of the calls that began, once for each time. */
  readonly attempts: Hash[];
}

export function createMemoryRecord(): MemoryRecord {
  return {
    status: 'open',
    ending: undefined,
    events: [],
    effects: new Map(),
    blobs: new Map(),
    certificates: new Map(),
    attempts: [],
  };
}

/** A journal that keeps its record in memory: for tests, and for runs that nobody wants to keep. */
export function createMemoryJournal(record: MemoryRecord = createMemoryRecord()): RunJournal {
  return new LedgerJournal(createMemoryLedger(record));
}

function createMemoryLedger(record: MemoryRecord): Ledger {
  const lost = countLost(record.attempts, (key) => record.effects.has(key));
  return {
    run: 'memory',
    status: record.status,
    length: record.events.length,
    eventsFrom: (position) => record.events.slice(position),
    effect: (key) => record.effects.get(key),
    repeatedCalls: () => record.attempts.length - new Set(record.attempts).size,
    hasLostCalls: lost.size > 0,
    lostCalls: (key) => lost.get(key) ?? 0,
    hasBlob: (hash) => record.blobs.has(hash),
    getBlob: (hash) => record.blobs.get(hash)?.slice(),
    commit: (batch) => absorb(record, batch),
    release() {},
  };
}

function absorb(record: MemoryRecord, batch: Batch): void {
  record.events.push(...batch.events);
  for (const effect of batch.effects) record.effects.set(effect.key, effect);
  for (const [hash, bytes] of batch.blobs) record.blobs.set(hash, bytes);
  for (const certificate of batch.certificates) record.certificates.set(certificate.hash, certificate);
  record.attempts.push(...batch.attempts);
  record.status = batch.ending?.status ?? record.status;
  record.ending = batch.ending ?? record.ending;
}
