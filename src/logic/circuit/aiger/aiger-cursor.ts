import { Fault, type FaultCode } from '#foundation/kernel';

/** Literals stay below 2³¹, so that edges are 32-bit integers. */
const LARGEST = 2 ** 31 - 1;
const [SPACE, NEWLINE, RETURN, ZERO, NINE] = [32, 10, 13, 48, 57];

/** Reads the bytes of an AIGER file from left to right, and says where when something is wrong. */
export class AigerCursor {
  readonly bytes: Uint8Array;
  at = 0;
  private line = 1;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Bytes not read yet. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  fault(code: FaultCode, message: string): Fault {
    return new Fault(code, `line ${this.line}, byte ${this.at}: ${message}`, {
      details: { line: this.line, byte: this.at },
    });
  }

  /** The next byte without taking it; −1 at the end. */
  peek(): number {
    return this.bytes[this.at] ?? -1;
  }

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw this.fault('circuit/aiger-truncated', 'the file ends too early');
    this.at += 1;
    return byte;
  }

  /** An unsigned decimal number. */
  number(what: string): number {
    let value = 0;
    const start = this.at;
    for (let byte = this.peek(); byte >= ZERO && byte <= NINE; byte = this.peek()) {
      value = value * 10 + byte - ZERO;
      if (value > LARGEST) throw this.fault('circuit/aiger-literal', `${what} exceeds ${LARGEST}`);
      this.at += 1;
    }
    if (this.at > start) return value;
    if (this.atEnd) throw this.fault('circuit/aiger-truncated', `the file ends where ${what} should be`);
    throw this.fault('circuit/aiger-syntax', `expected ${what}, found ${this.found()}`);
  }

  /** True, and taken, when a space is next. */
  takeSpace(): boolean {
    if (this.peek() !== SPACE) return false;
    this.at += 1;
    return true;
  }

  space(): void {
    if (!this.takeSpace()) throw this.fault('circuit/aiger-syntax', `expected a space, found ${this.found()}`);
  }

  /** The end of a line: a newline, a carriage return and a newline, or the end of the file. */
  endLine(): void {
    if (this.atEnd) return;
    if (this.peek() === RETURN) this.at += 1;
    if (this.peek() !== NEWLINE) {
      throw this.fault('circuit/aiger-syntax', `expected the end of the line, found ${this.found()}`);
    }
    this.at += 1;
    this.line += 1;
  }

  /** The text up to the end of the line, which is taken too. */
  restOfLine(): string {
    let end = this.bytes.indexOf(NEWLINE, this.at);
    if (end < 0) end = this.bytes.length;
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, end));
    this.at = Math.min(end + 1, this.bytes.length);
    this.line += 1;
    return text.replace(/\r+$/, '');
  }

  /** The text up to the end of the file. */
  rest(): string {
    const text = new TextDecoder().decode(this.bytes.subarray(this.at));
    this.at = this.bytes.length;
    return text;
  }

  private found(): string {
    const byte = this.peek();
    if (byte < 0) return 'the end of the file';
    return byte > SPACE && byte < 127 ? `'${String.fromCharCode(byte)}'` : `byte ${byte}`;
  }
}
