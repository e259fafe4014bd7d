import type { Json } from '#foundation/contracts';

/** What lies under these names, one inside the other; nothing where a name is missing. Events are data of many versions: readers expect holes. */
export function fieldAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const name of path) at = isRecord(at) ? at[name] : undefined;
  return at;
}

export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

export function textAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = fieldAt(value, ...path);
  return isList(found) ? found : [];
}

export function entriesAt(value: Json | undefined, ...path: readonly string[]): readonly (readonly [string, Json])[] {
  const found = fieldAt(value, ...path);
  return isRecord(found) ? Object.entries(found) : [];
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
