import type { Json } from '#foundation/contracts';
import { canonicalText } from '#foundation/kernel';
import { type Mask, maskJson } from './mask.ts';
import type { StoreReader } from '../reader.ts';

/**
 * A store as others may see it: secrets that a model or a tool repeated are taken out of everything that is read. For showing only:
 * hashes no longer fit what stands beside them.
 */
export function showMasked(reader: StoreReader, mask: Mask): StoreReader {
  const shown = <T extends object>(value: T): T => {
    const data: Json = JSON.parse(canonicalText(value));
    // Texts of a value are replaced by texts: its shape stays.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return maskJson(data, mask) as T;
  };
  return {
    ...reader,
    listRuns: () => reader.listRuns().map(shown),
    getRun(id) {
      const run = reader.getRun(id);
      return run === undefined ? undefined : shown(run);
    },
    *eventsOf(run, filter) {
      for (const event of reader.eventsOf(run, filter)) yield shown(event);
    },
    certificatesOf: (run) =>
      reader.certificatesOf(run).map(({ hash, certificate }) => ({ hash, certificate: shown(certificate) })),
    getBlob(hash) {
      const bytes = reader.getBlob(hash);
      return bytes === undefined ? undefined : maskedBytes(bytes, mask);
    },
  };
}

/** Bytes that are no text stay as they are. */
function maskedBytes(bytes: Uint8Array, mask: Mask): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const masked = mask(text);
  return masked === text ? bytes : Uint8Array.from(Buffer.from(masked, 'latin1'));
}
