import { Steps, Unreadable } from './steps.ts';

/** How a proof can be written down. */
export type ReadFormat = 'drat' | 'drat-binary' | 'lrat';

const newline = 10;
const comment = 0x63;
const deletion = 0x64;
/** No number of a proof: they have 31 bits and a sign. */
const unusual = -2147483648;

/**
 * Tells the formats apart: only binary has zero bytes; the first line of LRAT has an id before its `d`, or two zeros.
 *
 * @source the formats of drat-trim (Wetzler, Heule & Hunt 2014) and lrat-check (Cruz-Filipe et al. 2017)
 */
export function detectFormat(bytes: Uint8Array): ReadFormat {
  if (bytes.includes(0)) return 'drat-binary';
  const text = new TextDecoder().decode(bytes.subarray(0, 1 << 16));
  const line = text.split('\n').find((each) => each.trim() !== '' && !each.startsWith('c')) ?? '';
  const tokens = line.trim().split(/\s+/);
  return tokens[1] === 'd' || tokens.filter((token) => token === '0').length === 2 ? 'lrat' : 'drat';
}

/** Reads a proof of any of the formats; throws `Unreadable`. */
export function readProof(bytes: Uint8Array, format: ReadFormat): Steps {
  if (format === 'drat-binary') return readBinary(bytes);
  return new TextReader(bytes).read(format === 'lrat');
}

class TextReader {
  private readonly bytes: Uint8Array;
  private readonly steps = new Steps();
  private at = 0;
  private line = 1;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  read(isLrat: boolean): Steps {
    while (this.skip()) {
      if (this.bytes[this.at] === comment) this.skipLine();
      else if (isLrat) this.readLrat();
      else this.readDrat();
    }
    return this.steps;
  }

  private readDrat(): void {
    const number = this.steps.count + 1;
    this.steps.begin(this.takeDeletion() ? -number : number, this.line);
    this.readList();
    this.steps.push(0);
  }

  private readLrat(): void {
    const id = this.integer();
    if (id < 1) throw new Unreadable(this.line, `${id} is not a clause id`);
    this.skip();
    if (this.takeDeletion()) {
      this.readDeletions();
      return;
    }
    this.steps.begin(id, this.line);
    this.readList();
    this.readList();
  }

  /** One step for each id that the line deletes. */
  private readDeletions(): void {
    for (;;) {
      if (!this.skip()) throw new Unreadable(this.line, 'the proof ends inside a step: a 0 is missing');
      const id = this.integer();
      if (id === 0) return;
      if (id < 0) throw new Unreadable(this.line, `${id} is not a clause id`);
      this.steps.begin(-id, this.line);
      this.steps.push(0);
      this.steps.push(0);
    }
  }

  /** Numbers up to a zero, after their count. */
  private readList(): void {
    const { steps } = this;
    const countAt = steps.size;
    steps.push(0);
    for (;;) {
      let number = this.shortNumber();
      if (number === unusual) {
        if (!this.skip()) throw new Unreadable(this.line, 'the proof ends inside a step: a 0 is missing');
        number = this.integer();
      }
      if (number === 0) break;
      if (steps.size === steps.words.length) steps.push(number);
      else steps.words[steps.size++] = number;
    }
    steps.words[countAt] = steps.size - 1 - countAt;
  }

  /** The usual case: one blank, perhaps a sign, up to nine digits, one blank; else `unusual`, and nothing is taken. */
  private shortNumber(): number {
    const { bytes } = this;
    let at = this.at;
    if (bytes[at] === 32) at += 1;
    const isNegative = bytes[at] === 0x2d;
    if (isNegative) at += 1;
    const start = at;
    let number = 0;
    let digit = bytes[at]! - 48;
    while (digit >= 0 && digit <= 9) {
      number = (10 * number + digit) | 0;
      at += 1;
      digit = bytes[at]! - 48;
    }
    if (at === start || at > start + 9 || (digit !== 32 - 48 && digit !== newline - 48)) return unusual;
    this.at = at;
    return isNegative ? -number : number;
  }

  private takeDeletion(): boolean {
    if (this.bytes[this.at] !== deletion) return false;
    this.at += 1;
    return true;
  }

  /** Moves to the next token; false at the end. */
  private skip(): boolean {
    for (; ; this.at += 1) {
      const byte = this.bytes[this.at];
      if (byte === newline) this.line += 1;
      else if (byte !== 32 && byte !== 9 && byte !== 13) return byte !== undefined;
    }
  }

  private skipLine(): void {
    while (this.at < this.bytes.length && this.bytes[this.at] !== newline) this.at += 1;
  }

  private integer(): number {
    const { bytes } = this;
    const isNegative = bytes[this.at] === 0x2d;
    if (isNegative) this.at += 1;
    const start = this.at;
    let number = 0;
    for (; ; this.at += 1) {
      const digit = bytes[this.at]! - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      number = 10 * number + digit;
      if (number > 2147483647) throw new Unreadable(this.line, 'a number has more than 31 bits');
    }
    const next = bytes[this.at];
    if (this.at === start || (next !== undefined && next > 32)) {
      throw new Unreadable(this.line, 'expected a number');
    }
    return isNegative ? -number : number;
  }
}

/** Binary DRAT: `a` or `d`, then literals as 2·|l| + sign in groups of seven bits, then 0. Lines count steps. */
function readBinary(bytes: Uint8Array): Steps {
  const steps = new Steps();
  let at = 0;
  for (let line = 1; at < bytes.length; line += 1) {
    const kind = bytes[at];
    at += 1;
    if (kind !== 0x61 && kind !== deletion) throw new Unreadable(line, 'expected the byte `a` or `d`');
    steps.begin(kind === deletion ? -line : line, line);
    const countAt = steps.size;
    steps.push(0);
    for (;;) {
      let code = 0;
      let unit = 1;
      let byte = 128;
      for (; byte >= 128; unit *= 128) {
        const next = bytes[at];
        if (next === undefined) throw new Unreadable(line, 'the proof ends inside a step');
        byte = next;
        at += 1;
        code += (byte & 127) * unit;
        if (code > 4294967295) throw new Unreadable(line, 'a literal has more than 31 bits');
      }
      if (code === 0) break;
      if (code === 1) throw new Unreadable(line, 'a literal of variable 0');
      steps.push(code % 2 === 1 ? -Math.floor(code / 2) : code / 2);
    }
    steps.words[countAt] = steps.size - 1 - countAt;
    steps.push(0);
  }
  return steps;
}
