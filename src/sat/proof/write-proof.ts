/** How a proof is written down. */
export type ProofFormat = 'drat' | 'drat-binary' | 'lrat';

const grow = 1 << 16;

/** Bytes that grow as they are written. */
class ByteWriter {
  private bytes = new Uint8Array(grow);
  private size = 0;

  byte(value: number): void {
    if (this.size === this.bytes.length) {
      const grown = new Uint8Array(2 * this.size);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes[this.size] = value;
    this.size += 1;
  }

  /** A decimal number and a space. */
  number(value: number): void {
    let rest = value;
    if (rest < 0) {
      this.byte(0x2d);
      rest = -rest;
    }
    let unit = 1;
    while (rest >= 10 * unit) unit *= 10;
    for (; unit >= 1; unit /= 10) {
      const digit = Math.floor(rest / unit);
      this.byte(0x30 + digit);
      rest -= digit * unit;
    }
    this.byte(0x20);
  }

  /** A literal as 2·|l| + sign, seven bits a byte, low bits first. */
  binary(literal: number): void {
    let rest = literal < 0 ? -2 * literal + 1 : 2 * literal;
    while (rest > 127) {
      this.byte((rest & 127) | 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Replaces the last space by a line end. */
  endLine(): void {
    this.bytes[this.size - 1] = 0x0a;
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.size);
  }
}

/**
 * Writes the records of a `ProofTrace`. An LRAT deletion names the last id before it, as the format asks.
 *
 * @source Wetzler, Heule & Hunt 2014 (DRAT, text and binary); Cruz-Filipe et al. 2017 (LRAT)
 */
export function writeProof(records: Int32Array, format: ProofFormat): Uint8Array {
  const out = new ByteWriter();
  let lastId = 0;
  for (let at = 0; at < records.length;) {
    const id = records[at]!;
    const size = records[at + 1]!;
    const literals = records.subarray(at + 2, at + 2 + size);
    const hintSize = records[at + 2 + size]!;
    const hints = records.subarray(at + 3 + size, at + 3 + size + hintSize);
    at += 3 + size + hintSize;
    if (format === 'lrat') writeLrat(out, { id, literals, hints, lastId });
    else if (format === 'drat') writeDrat(out, id < 0, literals);
    else writeBinary(out, id < 0, literals);
    if (id > 0) lastId = id;
  }
  return out.finish();
}

interface LratStep {
  readonly id: number;
  readonly literals: Int32Array;
  readonly hints: Int32Array;
  readonly lastId: number;
}

function writeLrat(out: ByteWriter, { id, literals, hints, lastId }: LratStep): void {
  if (id < 0) {
    out.number(lastId);
    out.byte(0x64);
    out.byte(0x20);
    out.number(-id);
  } else {
    out.number(id);
    for (const literal of literals) out.number(literal);
    out.number(0);
    for (const hint of hints) out.number(hint);
  }
  out.number(0);
  out.endLine();
}

function writeDrat(out: ByteWriter, isDeletion: boolean, literals: Int32Array): void {
  if (isDeletion) {
    out.byte(0x64);
    out.byte(0x20);
  }
  for (const literal of literals) out.number(literal);
  out.number(0);
  out.endLine();
}

function writeBinary(out: ByteWriter, isDeletion: boolean, literals: Int32Array): void {
  out.byte(isDeletion ? 0x64 : 0x61);
  for (const literal of literals) out.binary(literal);
  out.byte(0);
}
