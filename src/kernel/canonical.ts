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
  return write(value, '$');
}

/** SHA-256 of the canonical text. */
export function hashOf(value: unknown): Hash {
  return sha256(encoder.encode(canonicalText(value)));
}

function write(value: unknown, where: string): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw refusal(value, where);
    return JSON.stringify(value);
  }
  if (value instanceof Uint8Array) return `{"$bytes":"${toHex(value)}"}`;
  if (Array.isArray(value)) return `[${value.map((item, i) => write(item ?? null, `${where}[${i}]`)).join(',')}]`;
  if (typeof value === 'object' && isPlain(value)) return writeObject(value, where);
  throw refusal(value, where);
}

function writeObject(value: Readonly<Record<string, unknown>>, where: string): string {
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${write(member, `${where}.${key}`)}`);
  }
  return `{${members.join(',')}}`;
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function refusal(value: unknown, where: string): Fault {
  return new Fault('kernel/not-canonical', `${where} cannot be hashed: ${String(value)}`, { details: { where } });
}

/** Lower-case hexadecimal digits, two per byte. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
