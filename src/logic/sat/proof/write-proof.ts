/** How a proof is written down. */
export type ProofFormat = 'drat' | 'drat-binary' | 'lrat';

/** The three decimal digits of each number below 1000, as bytes. */
const digits = new TextEncoder().encode(Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(3, '0')).join(''));

const blank = 0x20;
const newline = 0x0a;
const minus = 0x2d;
const deletion = 0x64;
const addition = 0x61;

/** Most bytes that one number takes: a sign, ten digits and a blank; or five bytes of seven bits. */
const bytesPerNumber = 12;

/**
 * Writes the records of a `ProofTrace`. An LRAT deletion names the last id before it, as the format asks.
 *
 * @source Wetzler, Heule & Hunt 2014 (DRAT, text and binary); Cruz-Filipe et al. 2017 (LRAT)
 */
export function writeProof(records: Int32Array, format: ProofFormat): Uint8Array {
  let bytes = new Uint8Array(4 * records.length + 1024);
  let size = 0;
  let lastId = 0;
  for (let at = 0; at < records.length;) {
    const id = records[at]!;
    const hintsAt = at + 3 + records[at + 1]!;
    const end = hintsAt + records[hintsAt - 1]!;
    const room = bytesPerNumber * (end - at + 2);
    if (size + room > bytes.length) bytes = grown(bytes, room);
    if (format === 'drat-binary') size = writeBinary(bytes, size, records, at);
    else if (id < 0 && format === 'lrat') size = writeLratDeletion(bytes, size, lastId, -id);
    else if (format === 'lrat') size = writeLrat(bytes, size, records, at);
    else size = writeDrat(bytes, size, records, at);
    if (id > 0) lastId = id;
    at = end;
  }
  return bytes.slice(0, size);
}

function grown(bytes: Uint8Array<ArrayBuffer>, room: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(2 * bytes.length + room);
  wider.set(bytes);
  return wider;
}

/** Writes a number and a blank at a place; returns the place after. */
function putNumber(bytes: Uint8Array, place: number, value: number): number {
  let to = place;
  let rest = value;
  if (rest < 0) {
    bytes[to++] = minus;
    rest = -rest;
  }
  if (rest >= 1000) {
    to = putNumber(bytes, to, (rest / 1000) | 0) - 1;
    rest %= 1000;
    bytes[to++] = digits[3 * rest]!;
    bytes[to++] = digits[3 * rest + 1]!;
  } else {
    if (rest >= 100) bytes[to++] = digits[3 * rest]!;
    if (rest >= 10) bytes[to++] = digits[3 * rest + 1]!;
  }
  bytes[to++] = digits[3 * rest + 2]!;
  bytes[to++] = blank;
  return to;
}

function writeLrat(bytes: Uint8Array, place: number, records: Int32Array, at: number): number {
  const hintsAt = at + 3 + records[at + 1]!;
  const end = hintsAt + records[hintsAt - 1]!;
  let to = putNumber(bytes, place, records[at]!);
  for (let i = at + 2; i < hintsAt - 1; i += 1) to = putNumber(bytes, to, records[i]!);
  to = putNumber(bytes, to, 0);
  for (let i = hintsAt; i < end; i += 1) to = putNumber(bytes, to, records[i]!);
  to = putNumber(bytes, to, 0);
  bytes[to - 1] = newline;
  return to;
}

function writeLratDeletion(bytes: Uint8Array, place: number, lastId: number, id: number): number {
  let to = putNumber(bytes, place, lastId);
  bytes[to++] = deletion;
  bytes[to++] = blank;
  to = putNumber(bytes, putNumber(bytes, to, id), 0);
  bytes[to - 1] = newline;
  return to;
}

function writeDrat(bytes: Uint8Array, place: number, records: Int32Array, at: number): number {
  let to = place;
  if (records[at]! < 0) {
    bytes[to++] = deletion;
    bytes[to++] = blank;
  }
  const end = at + 2 + records[at + 1]!;
  for (let i = at + 2; i < end; i += 1) to = putNumber(bytes, to, records[i]!);
  to = putNumber(bytes, to, 0);
  bytes[to - 1] = newline;
  return to;
}

/** Literals as 2·|l| + sign, seven bits a byte, low bits first. */
function writeBinary(bytes: Uint8Array, place: number, records: Int32Array, at: number): number {
  let to = place;
  bytes[to++] = records[at]! < 0 ? deletion : addition;
  const end = at + 2 + records[at + 1]!;
  for (let i = at + 2; i < end; i += 1) {
    const literal = records[i]!;
    let rest = literal < 0 ? -2 * literal + 1 : 2 * literal;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[to++] = (rest & 127) | 128;
    bytes[to++] = rest;
  }
  bytes[to++] = 0;
  return to;
}
