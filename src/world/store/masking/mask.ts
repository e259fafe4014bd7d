import type { Json } from '#foundation/contracts';

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

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
