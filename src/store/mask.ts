import type { Json } from '#contracts';

/** Replaces secrets in a text; the configuration knows them. Must be deterministic and leave its own output alone. */
export type Mask = (text: string) => string;

/** Applies the mask to every string and key. On the data, not on its JSON text: escapes would hide a secret with quotes. */
export function maskJson(value: Json, mask: Mask | undefined): Json {
  if (mask === undefined) return value;
  if (typeof value === 'string') return mask(value);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((item) => maskJson(item, mask));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [mask(key), maskJson(member, mask)]));
}

/** Applies the mask to bytes: as UTF-8 where they are, otherwise byte by byte (Latin-1), which finds ASCII secrets. */
export function maskBytes(bytes: Uint8Array, mask: Mask | undefined): Uint8Array {
  if (mask === undefined) return bytes;
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const encoding of ['utf8', 'latin1'] as const) {
    const text = source.toString(encoding);
    if (!Buffer.from(text, encoding).equals(source)) continue;
    const masked = mask(text);
    return masked === text ? bytes : Buffer.from(masked, encoding);
  }
  return bytes;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
