import { Fault, type FaultCode } from '#foundation/kernel';
import type { Cnf } from '../cnf.ts';

/** Most variables that a header may declare: the solver takes about 100 bytes for each, so 1 GB at the most. */
const maxVariables = 10_000_000;

/** Variables that a header may declare beyond those the bytes of the file could name. */
const maxUnnamed = 1_000_000;

const space = 32;
const newline = 10;
const minus = 45;
const zero = 48;

/**
 * Reads DIMACS. Comment lines (`c …`) may stand anywhere between lines, clauses may span lines, `%` ends the file as in
 * SATLIB. The header `p cnf VARIABLES CLAUSES` comes first and once. A literal past the declared variables is a fault; so
 * is a number of clauses that differs from the declared one, since a cut file shows in nothing else.
 *
 * Memory grows with the bytes read, never with a number the file declares.
 *
 * @source DIMACS challenge 1993: Satisfiability, suggested format; SATLIB's `%` line
 */
export function parseDimacs(input: string | Uint8Array): Cnf {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  return new DimacsReader(bytes).read();
}

class DimacsReader {
  private readonly bytes: Uint8Array;
  private at = 0;
  private line = 1;
  private literals = new Int32Array(1024);
  private size = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  read(): Cnf {
    const header = this.readHeader();
    let clauses = 0;
    let start = 0;
    while (this.skipToToken()) {
      const literal = this.readInteger('sat/bad-clause', 'a literal');
      if (Math.abs(literal) > header.variables) {
        this.fail('sat/literal-range', `literal ${literal} is past the ${header.variables} variables of the header`);
      }
      this.push(literal);
      if (literal !== 0) continue;
      clauses += 1;
      start = this.size;
      if (clauses > header.clauses) this.fail('sat/clause-count', `more than the ${header.clauses} declared clauses`);
    }
    if (start !== this.size) this.fail('sat/open-clause', 'the file ends inside a clause: a 0 is missing');
    if (clauses !== header.clauses) {
      this.fail('sat/clause-count', `${clauses} clauses where the header declares ${header.clauses}`);
    }
    return { variables: header.variables, clauses: this.literals.slice(0, this.size) };
  }

  private readHeader(): { variables: number; clauses: number } {
    if (!this.skipToToken()) this.fail('sat/bad-header', 'no header line `p cnf VARIABLES CLAUSES`');
    for (const word of ['p', 'cnf']) {
      const found = this.readWord();
      if (found !== word) this.fail('sat/bad-header', `expected \`p cnf VARIABLES CLAUSES\`, found \`${found}\``);
      this.skipBlanks();
    }
    const variables = this.readInteger('sat/bad-header', 'the number of variables');
    this.skipBlanks();
    const clauses = this.readInteger('sat/bad-header', 'the number of clauses');
    this.skipBlanks();
    if (this.at < this.bytes.length && this.bytes[this.at] !== newline) {
      this.fail('sat/bad-header', `unexpected \`${this.readWord()}\` after the header`);
    }
    if (variables < 0 || variables > maxVariables) {
      this.fail('sat/bad-header', `${variables} variables; at most ${maxVariables} are taken`);
    }
    // Two bytes at least name a variable.
    if (variables > maxUnnamed + this.bytes.length / 2) {
      this.fail('sat/bad-header', `${variables} variables, which a file of ${this.bytes.length} bytes cannot name`);
    }
    if (clauses < 0) this.fail('sat/bad-header', `${clauses} clauses`);
    return { variables, clauses };
  }

  /** Moves to the next token outside comments; false at the end of the file or at `%`. */
  private skipToToken(): boolean {
    for (;;) {
      this.skipBlanks();
      const byte = this.bytes[this.at];
      if (byte === undefined || byte === 0x25) return false;
      if (byte === newline) {
        this.at += 1;
        this.line += 1;
      } else if (byte === 0x63) {
        while (this.at < this.bytes.length && this.bytes[this.at] !== newline) this.at += 1;
      } else return true;
    }
  }

  private skipBlanks(): void {
    while (isBlank(this.bytes[this.at])) this.at += 1;
  }

  /** The next word, cut at 20 characters, for the header and for messages. */
  private readWord(): string {
    let word = '';
    while (this.at < this.bytes.length && !isBlank(this.bytes[this.at]) && this.bytes[this.at] !== newline) {
      if (word.length < 20) word += String.fromCharCode(this.bytes[this.at]!);
      this.at += 1;
    }
    return word;
  }

  private readInteger(code: FaultCode, what: string): number {
    const start = this.at;
    const negative = this.bytes[this.at] === minus;
    if (negative) this.at += 1;
    let number = 0;
    let digits = 0;
    for (; ; this.at += 1) {
      const digit = (this.bytes[this.at] ?? 0) - zero;
      if (digit < 0 || digit > 9) break;
      number = 10 * number + digit;
      digits += 1;
      if (number > 2147483647) this.fail(code, `${what} has more than 31 bits`);
    }
    const next = this.bytes[this.at];
    if (digits > 0 && (next === undefined || next === newline || isBlank(next))) return negative ? -number : number;
    this.at = start;
    return this.fail(code, `expected ${what}, found \`${this.readWord()}\``);
  }

  private push(literal: number): void {
    if (this.size === this.literals.length) {
      const grown = new Int32Array(2 * this.size);
      grown.set(this.literals);
      this.literals = grown;
    }
    this.literals[this.size] = literal;
    this.size += 1;
  }

  private fail(code: FaultCode, message: string): never {
    throw new Fault(code, `line ${this.line}: ${message}`, { details: { line: this.line, byte: this.at } });
  }
}

/** Space, tab, carriage return, form feed. */
function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === 9 || byte === 13 || byte === 12;
}
