import { hashOf } from '#foundation/kernel';

/**
 * Text that is data, between two lines that it cannot contain:
 *
 *     === BEGIN name nonce ===
 *     …
 *     === END name nonce ===
 *
 * The nonce is a hash of the text, drawn again while the text contains it; so nothing in the text can close the fence,
 * and equal texts have equal prompts.
 */
export function fence(name: string, text: string): string {
  let nonce = hashOf([name, text]).slice(0, 16);
  for (let salt = 1; text.includes(nonce); salt += 1) nonce = hashOf([name, text, salt]).slice(0, 16);
  return `=== BEGIN ${name} ${nonce} ===\n${text}\n=== END ${name} ${nonce} ===`;
}

/** A record as JSON on one line, without any character that a reader could take for a line break: no data can then pose as a heading of the prompt. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Any text as one line, for places where a record would be too much. */
export function oneLine(text: string, limit = 300): string {
  const line = text.replaceAll(/[\s\u0085\u2028\u2029]+/g, ' ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1)}…`;
}
