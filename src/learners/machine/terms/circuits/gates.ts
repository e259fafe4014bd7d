import { type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import { Fault } from '#foundation/kernel';

/** A number in two's complement, and the range that it stays in. Flags are 0 or 1, symbols are their codes. */
export interface Wire {
  readonly bits: Word;
  readonly low: number;
  readonly high: number;
}

/** A list: items in their order, each of which is there or not. What is not there has no place. */
export interface Slots {
  readonly items: readonly Wire[];
  readonly there: readonly Edge[];
  /** Whether all items that are there come first. */
  readonly isDense: boolean;
}

export type CircuitValue = Wire | Slots;

/** Numbers past this have no circuit: evaluation saturates there. */
const MOST = 1_000_000_000;

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Bits of a two's complement that holds a range. */
function widthOf({ low, high }: Range): number {
  let width = 1;
  while (-(2 ** (width - 1)) > low || 2 ** (width - 1) - 1 < high) width += 1;
  return width;
}

function joined(a: Range, b: Range): Range {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** The range of a monotone operation, from its corners. */
function corners(a: Range, b: Range, apply: (x: number, y: number) => number): Range {
  const values = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => apply(x, y)));
  return { low: Math.min(...values), high: Math.max(...values) };
}

/** The same number in so many bits. */
export function fitted({ bits }: Wire, width: number): Edge[] {
  const sign = bits.at(-1) ?? FALSE;
  return Array.from({ length: width }, (_, i) => bits[i] ?? sign);
}

export function constantWire(value: number): Wire {
  return { low: value, high: value, bits: words.constant(widthOf({ low: value, high: value }), value) };
}

export function flagWire(edge: Edge): Wire {
  if (edge === FALSE || edge === TRUE) return constantWire(edge === TRUE ? 1 : 0);
  return { bits: [edge, FALSE], low: 0, high: 1 };
}

/** Operations on numbers as gates: each is exact, since results are as wide as their ranges. */
export class Gates {
  readonly builder: CircuitBuilder;

  constructor(builder: CircuitBuilder) {
    this.builder = builder;
  }

  /** Whether a flag holds. */
  holds({ bits }: Wire): Edge {
    return this.builder.orAll(bits);
  }

  choose(test: Edge, yes: Wire, no: Wire): Wire {
    if (test === TRUE || yes === no) return yes;
    if (test === FALSE) return no;
    const range = joined(yes, no);
    const width = widthOf(range);
    return { ...range, bits: words.mux(this.builder, test, fitted(yes, width), fitted(no, width)) };
  }

  add(a: Wire, b: Wire): Wire {
    return this.exact(
      corners(a, b, (x, y) => x + y),
      (width) => words.add(this.builder, fitted(a, width), fitted(b, width)),
    );
  }

  subtract(a: Wire, b: Wire): Wire {
    return this.exact(
      corners(a, b, (x, y) => x - y),
      (width) => words.subtract(this.builder, fitted(a, width), fitted(b, width)),
    );
  }

  multiply(a: Wire, b: Wire): Wire {
    return this.exact(
      corners(a, b, (x, y) => x * y),
      (width) => words.multiply(this.builder, fitted(a, width), fitted(b, width)),
    );
  }

  smaller(a: Wire, b: Wire): Wire {
    return this.narrowed(this.choose(this.isLess(a, b), a, b), corners(a, b, Math.min));
  }

  larger(a: Wire, b: Wire): Wire {
    return this.narrowed(this.choose(this.isLess(a, b), b, a), corners(a, b, Math.max));
  }

  isLess(a: Wire, b: Wire): Edge {
    if (a.high < b.low) return TRUE;
    if (a.low >= b.high) return FALSE;
    const width = widthOf(joined(a, b));
    return words.lessThanSigned(this.builder, fitted(a, width), fitted(b, width));
  }

  isEqual(a: Wire, b: Wire): Edge {
    if (a.high < b.low || b.high < a.low) return FALSE;
    const width = widthOf(joined(a, b));
    return words.equal(this.builder, fitted(a, width), fitted(b, width));
  }

  /** ⌊a / b⌋; 0 where b is 0. */
  divide(a: Wire, b: Wire): Wire {
    return this.longDivision(a, b).quotient;
  }

  /** a − b · ⌊a / b⌋; 0 where b is 0. */
  modulo(a: Wire, b: Wire): Wire {
    return this.longDivision(a, b).remainder;
  }

  /** How many edges hold, up to each place. */
  counts(edges: readonly Edge[]): Wire[] {
    let sum = constantWire(0);
    return edges.map((edge) => (sum = this.add(sum, flagWire(edge))));
  }

  /**
   * By restoring division of |·|: both are negated where the divisor is below zero, and below zero ⌊a / b⌋ = ¬⌊¬a / b⌋, a mod b = b − 1 − (¬a mod b).
   */
  private longDivision(a: Wire, b: Wire): { readonly quotient: Wire; readonly remainder: Wire } {
    const { builder } = this;
    if (b.low < 0) {
      const isBelow = this.isLess(b, constantWire(0));
      const turned = (wire: Wire): Wire => this.choose(isBelow, this.subtract(constantWire(0), wire), wire);
      const { quotient, remainder } = this.longDivision(turned(a), {
        ...turned(b),
        low: 0,
        high: Math.max(-b.low, b.high),
      });
      return { quotient, remainder: turned(remainder) };
    }
    const isZero = this.isEqual(b, constantWire(0));
    const sign = a.low < 0 ? a.bits.at(-1)! : FALSE;
    const size = fitted(a, widthOf(a)).map((edge) => builder.xor(edge, sign));
    const width = widthOf(b) + 1;
    const by = fitted(b, width);
    let rest: readonly Edge[] = words.constant(width, 0);
    const digits: Edge[] = [];
    for (const bit of size.toReversed()) {
      const shifted = [bit, ...rest.slice(0, -1)];
      const isLess = words.lessThan(builder, shifted, by);
      digits.unshift(builder.not(isLess));
      rest = words.mux(builder, isLess, shifted, words.subtract(builder, shifted, by));
    }
    const isMeant = builder.not(isZero);
    const most = Math.max(Math.abs(a.low), Math.abs(a.high));
    const least = Math.max(1, b.low);
    const range = joined(
      { low: 0, high: 0 },
      { low: Math.floor(a.low / least), high: Math.max(0, Math.floor(a.high / least)) },
    );
    const quotient: Wire = {
      ...(b.low > 0
        ? {
            low: Math.min(Math.floor(a.low / b.low), Math.floor(a.low / b.high)),
            high: Math.max(Math.floor(a.high / b.low), Math.floor(a.high / b.high)),
          }
        : range),
      bits: [],
    };
    const signed = digits.map((edge) => builder.and(builder.xor(edge, sign), isMeant));
    const ended = [...signed, builder.and(sign, isMeant)];
    const low = words.subtract(builder, words.subtract(builder, by, words.constant(width, 1)), rest);
    const remainder = words.mux(builder, sign, low, rest).map((edge) => builder.and(edge, isMeant));
    const bound = Math.max(0, Math.min(b.high - 1, a.low < 0 ? b.high - 1 : most));
    return {
      quotient: { ...quotient, bits: fitted({ bits: ended, low: 0, high: 0 }, widthOf(quotient)) },
      remainder: {
        low: 0,
        high: bound,
        bits: fitted({ bits: [...remainder, FALSE], low: 0, high: 0 }, widthOf({ low: 0, high: bound })),
      },
    };
  }

  private narrowed(wire: Wire, range: Range): Wire {
    return { ...range, bits: fitted(wire, widthOf(range)) };
  }

  private exact(range: Range, make: (width: number) => Word): Wire {
    if (range.low < -MOST || range.high > MOST) throw new NoCircuit('numbers beyond 1,000,000,000');
    const width = widthOf(range);
    return { ...range, bits: make(width).slice(0, width) };
  }
}

/** A term, or a part of one, that has no circuit. */
export class NoCircuit extends Fault {
  readonly what: string;

  constructor(what: string) {
    super('contracts/invalid', `no circuit: ${what}`);
    this.what = what;
  }
}

export function isSlots(value: CircuitValue): value is Slots {
  return 'items' in value;
}

export function slotsOf(value: CircuitValue | undefined): Slots {
  if (value === undefined || !isSlots(value)) throw new NoCircuit('a list is wanted');
  return value;
}

export function wireOf(value: CircuitValue | undefined): Wire {
  if (value === undefined || isSlots(value)) throw new NoCircuit('a word is wanted');
  return value;
}
