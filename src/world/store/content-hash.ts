import { createHash } from 'node:crypto';
import { adoptTextHash, type Hash } from '#foundation/kernel';

/** SHA-256 of bytes or of a text's UTF-8: the kernel's `sha256`, native because blobs may be large. */
export function contentHash(content: Uint8Array | string): Hash {
  return createHash('sha256').update(content).digest('hex');
}

// Whoever records a run hashes much: every task, every prompt.
adoptTextHash(contentHash);
