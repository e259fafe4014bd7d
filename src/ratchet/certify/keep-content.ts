import type { Json } from '#foundation/contracts';
import type { Journal } from '#foundation/contracts/ports';
import { canonicalText, type Hash } from '#foundation/kernel';

/** Keeps data as the blob of its canonical text, so that a certificate can name it by hash. */
export function keepContent(journal: Pick<Journal, 'putBlob'>, content: Json): Hash {
  return journal.putBlob(new TextEncoder().encode(canonicalText(content)));
}
