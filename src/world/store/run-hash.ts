import type { Json, RunEvent } from '#foundation/contracts';
import { canonicalText, type Hash } from '#foundation/kernel';
import { contentHash } from './content-hash.ts';

/** The hash of a run without events: that of the empty list. */
export const emptyRunHash: Hash = contentHash('[]');

/**
 * One link of the run hash, a chain over the events' content:
 *
 *     h₀ = hashOf([]),  hₙ₊₁ = hashOf([hₙ, typeₙ, dataₙ])
 *
 * `text` is the canonical text of the data. Run id and times are left out, so equal computations have equal hashes.
 */
export function extendRunHash(hash: Hash, type: string, text: string): Hash {
  return contentHash(`["${hash}",${JSON.stringify(type)},${text}]`);
}

/** The hash of a run that is done: its summary is the last link. A failed run has the hash of its events: it may yet go on. */
export function endRunHash(hash: Hash, status: 'done' | 'failed', summary: string): Hash {
  return status === 'done' ? extendRunHash(hash, 'run-done', summary) : hash;
}

/** The run hash computed again from events, in order, and the summary of a run that is done. */
export function runHashOf(events: Iterable<Pick<RunEvent, 'type' | 'data'>>, summary?: Json): Hash {
  let hash = emptyRunHash;
  for (const { type, data } of events) hash = extendRunHash(hash, type, canonicalText(data));
  return summary === undefined ? hash : endRunHash(hash, 'done', canonicalText(summary));
}
