import { Fault } from './fault.ts';
import { sha256 } from './sha256.ts';

/** A content hash: 64 hexadecimal digits. */
export type Hash = string;

const encoder = new TextEncoder();

/**
 * The one text of a value: JSON with sorted keys and no spaces, so equal data has equal text whatever the key order.
 *
 * An `undefined` member is left out, as in JSON; −0 is 0; bytes become `{"$bytes":"hex"}`.
 * NaN, infinities, functions, maps and class instances have no canonical text and are refused.
 *
 * @source RFC 8785 (JSON Canonicalization Scheme); keys sort by UTF-16 code units
 */
export function canonicalText(value: unknown): string {
  const text = write(value);
  if (text === undefined) throw refusalIn(value, '$')!;
  return text;
}

/** SHA-256 of the canonical text. */
export function hashOf(value: unknown): Hash {
  return sha256(encoder.encode(canonicalText(value)));
}

/** The text, or nothing where some part of the value has none: where it is, only a refusal needs to know. */
function write(value: unknown): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : undefined;
  if (value === null || typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return `{"$bytes":"${toHex(value)}"}`;
  if (Array.isArray(value)) return writeList(value);
  return typeof value === 'object' && isPlain(value) ? writeObject(value) : undefined;
}

function writeList(items: readonly unknown[]): string | undefined {
  let text = '[';
  for (let i = 0; i < items.length; i += 1) {
    const item = write(items[i] ?? null);
    if (item === undefined) return undefined;
    text += i === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function writeObject(value: Readonly<Record<string, unknown>>): string | undefined {
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    const written = write(member);
    if (written === undefined) return undefined;
    text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${written}`;
  }
  return `${text}}`;
}

/** The first part without a canonical text, in the order of writing. */
function refusalIn(value: unknown, where: string): Fault | undefined {
  if (write(value) !== undefined) return undefined;
  const parts: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, i) => [`${where}[${i}]`, item ?? null] as const)
    : typeof value === 'object' && value !== null && isPlain(value)
      ? Object.keys(value)
          .sort()
          .flatMap((key) => (value[key] === undefined ? [] : [[`${where}.${key}`, value[key]] as const]))
      : [];
  for (const [at, part] of parts) {
    const found = refusalIn(part, at);
    if (found !== undefined) return found;
  }
  return new Fault('kernel/not-canonical', `${where} cannot be hashed: ${String(value)}`, { details: { where } });
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Lower-case hexadecimal digits, two per byte. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
