import { createHash } from 'node:crypto';
import type { Hash } from '#foundation/kernel';

/** SHA-256 of bytes or of a text's UTF-8: the kernel's `sha256`, native because whoever records a run hashes much. */
export function contentHash(content: Uint8Array | string): Hash {
  return createHash('sha256').update(content).digest('hex');
}
