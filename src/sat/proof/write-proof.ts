/** How a proof is written down. */
export type ProofFormat = 'drat' | 'drat-binary' | 'lrat';

/** The three decimal digits of each number below 1000, as bytes. */
const digits = new TextEncoder().encode(Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(3, '0')).join(''));

/** Bytes that grow as they are written. */
class ByteWriter {
  private bytes = new Uint8Array(1 << 12);
  private size = 0;

  byte(value: number): void {
    if (this.size === this.bytes.length) this.grow(1);
    this.bytes[this.size] = value;
    this.size += 1;
  }

  /** A decimal number and a space. */
  number(value: number): void {
    if (this.size + 14 > this.bytes.length) this.grow(14);
    const { bytes } = this;
    let at = this.size;
    let rest = value;
    if (rest < 0) {
      bytes[at] = 0x2d;
      at += 1;
      rest = -rest;
    }
    let unit = 1;
    while (rest >= 1000 * unit) unit *= 1000;
    let isFirst = true;
    for (; unit >= 1; unit /= 1000) {
      const group = (rest / unit) | 0;
      rest -= group * unit;
      if (!isFirst || group >= 100) bytes[at++] = digits[3 * group]!;
      if (!isFirst || group >= 10) bytes[at++] = digits[3 * group + 1]!;
      bytes[at++] = digits[3 * group + 2]!;
      isFirst = false;
    }
    bytes[at] = 0x20;
    this.size = at + 1;
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

  private grow(count: number): void {
    const grown = new Uint8Array(2 * (this.size + count));
    grown.set(this.bytes);
    this.bytes = grown;
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
    const hintsAt = at + 3 + records[at + 1]!;
    const end = hintsAt + records[hintsAt - 1]!;
    if (format === 'lrat') writeLrat(out, records, at, lastId);
    else if (format === 'drat') writeDrat(out, records, at);
    else writeBinary(out, records, at);
    if (id > 0) lastId = id;
    at = end;
  }
  return out.finish();
}

function writeLrat(out: ByteWriter, records: Int32Array, at: number, lastId: number): void {
  const id = records[at]!;
  const hintsAt = at + 3 + records[at + 1]!;
  const end = hintsAt + records[hintsAt - 1]!;
  if (id < 0) {
    out.number(lastId);
    out.byte(0x64);
    out.byte(0x20);
    out.number(-id);
  } else {
    out.number(id);
    for (let i = at + 2; i < hintsAt - 1; i += 1) out.number(records[i]!);
    out.number(0);
    for (let i = hintsAt; i < end; i += 1) out.number(records[i]!);
  }
  out.number(0);
  out.endLine();
}

function writeDrat(out: ByteWriter, records: Int32Array, at: number): void {
  if (records[at]! < 0) {
    out.byte(0x64);
    out.byte(0x20);
  }
  const end = at + 2 + records[at + 1]!;
  for (let i = at + 2; i < end; i += 1) out.number(records[i]!);
  out.number(0);
  out.endLine();
}

function writeBinary(out: ByteWriter, records: Int32Array, at: number): void {
  out.byte(records[at]! < 0 ? 0x64 : 0x61);
  const end = at + 2 + records[at + 1]!;
  for (let i = at + 2; i < end; i += 1) out.binary(records[i]!);
  out.byte(0);
}
