import { type Json, MOST_DEPTH, shapeOfText } from '#foundation/contracts';
import { canonicalText } from '#foundation/kernel';

/** Characters of one text that an audit reads. */
export const MOST_TEXT = 32 * 2 ** 20;

/** Values in one text: each takes some hundred bytes while it is compared with its canonical text, and 1 GB is all there is. */
export const MOST_VALUES = 2_000_000;

export type Parsed = { readonly value: Json } | { readonly why: string };

/**
 * Reads a stored text. The store writes canonical texts only, so any other was written by somebody else: of two members of one name, for
 * instance, readers see the last and hashes of texts see both.
 */
export function parseStored(text: string, most = MOST_VALUES): Parsed {
  if (text.length > MOST_TEXT) return { why: `it has ${text.length} characters, and an audit reads ${MOST_TEXT}` };
  const { depth, values } = shapeOfText(text);
  if (depth > MOST_DEPTH) return { why: `it nests deeper than ${MOST_DEPTH} brackets` };
  if (values > most) return { why: `it holds ${values} values, and an audit reads ${most}` };
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return { why: `it is not JSON: ${text.slice(0, 40)}` };
  }
  return canonicalText(value) === text ? { value } : { why: 'its text is not the canonical text of what it says' };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The same for the bytes of a blob. */
export function parseBytes(bytes: Uint8Array): Parsed {
  if (bytes.length > MOST_TEXT) return { why: `it has ${bytes.length} bytes, and an audit reads ${MOST_TEXT}` };
  try {
    return parseStored(utf8.decode(bytes));
  } catch {
    return { why: 'it is not text' };
  }
}
