import { type Json, MOST_DEPTH, shapeOfText } from '#foundation/contracts';
import { Fault } from '#foundation/kernel';
import type { Row } from './connection.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a text column; another type in it means the file was damaged. Queries ask SQLite for bytes: its driver ends the whole
 * process over a text that is not UTF-8, as one flipped bit makes it.
 */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  if (!(value instanceof ArrayBuffer) && !(value instanceof Uint8Array)) throw damaged(column, value);
  try {
    return utf8.decode(value);
  } catch {
    throw damaged(column, 'bytes that are no text');
  }
}

export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw damaged(column, value);
  return value;
}

/** Reads a column of bytes; the driver answers with an ArrayBuffer or a Buffer, depending on the call. */
export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Uint8Array) return value;
  throw damaged(column, value);
}

/** Reads JSON that the store wrote itself; damaged text is a Fault, not a SyntaxError. */
export function jsonOf(text: string): Json {
  if (shapeOfText(text).depth > MOST_DEPTH)
    throw new Fault('store/corrupt', `a text nests deeper than ${MOST_DEPTH} brackets`);
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new Fault('store/corrupt', `expected JSON, got ${text.slice(0, 80)}`, { cause });
  }
}

function damaged(column: string, value: unknown): Fault {
  return new Fault('store/corrupt', `column ${column} holds ${String(value).slice(0, 80)}`, { details: { column } });
}

/** A text column that may be empty, as a member of its name. */
export function optionalTextOf(row: Row, column: string): Readonly<Record<string, string>> {
  return row[column] === null ? {} : { [column]: textOf(row, column) };
}
