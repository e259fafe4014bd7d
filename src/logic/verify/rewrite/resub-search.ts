import { onesOf } from '#foundation/kernel';
import { type Edge, FALSE } from '#logic/circuit/graph';

/** A gate over existing edges, or over the gate before it: literal −1 or −2 (complemented) is the inner gate. */
export interface Expression {
  /** The edge that replaces the node when there are no gates. */
  readonly gates: readonly { readonly xor: boolean; readonly a: number; readonly b: number }[];
  /** Edge, or −1 / −2 for the last gate plain or complemented. */
  readonly output: number;
}

/** The result of the gate before, plain and complemented, where an edge is expected. */
export const LAST = -1;
const NOT_LAST = -2;

export interface SearchInput {
  readonly divisors: readonly number[];
  readonly values: Int32Array;
  readonly words: number;
  /** Patterns on which the node must be 1, and on which it must be 0; the others do not matter. */
  readonly on: Int32Array;
  readonly off: Int32Array;
  /** What gates may cost in all, and what each costs; XORs may be too dear to use. */
  readonly budget: number;
  readonly andCost: number;
  readonly xorCost: number;
}

/** Literals kept in the inner loops over pairs and triples. */
const UNATE = 40;
const NEAR = 40;

/**
 * Looks for the cheapest expression of a node by divisors that fits all patterns: a constant, one divisor, one gate
 * over two, then two gates over three.
 *
 *     AND: both cover the on-set, together they avoid the off-set;  OR: the same with the sets exchanged
 *
 * @source Mishchenko & Brayton, IWLS 2006, scalable logic synthesis using a simple circuit structure (0-, 1-, 2-resub)
 */
export function findExpression(input: SearchInput): Expression | undefined {
  const search = new Search(input);
  return search.byOne() ?? search.byTwo() ?? search.byThree();
}

class Search {
  private readonly input: SearchInput;
  private readonly positive: Covering;
  private readonly negative: Covering;

  constructor(input: SearchInput) {
    this.input = input;
    this.positive = coveringLiterals(input, input.on, input.off);
    this.negative = coveringLiterals(input, input.off, input.on);
  }

  /** A constant, or a literal that covers the on-set and avoids the off-set. */
  byOne(): Expression | undefined {
    const { on, off } = this.input;
    if (on.every((word) => word === 0)) return { gates: [], output: FALSE };
    if (off.every((word) => word === 0)) return { gates: [], output: FALSE ^ 1 };
    const { literals, overlap } = this.positive;
    return literals.length > 0 && overlap[0] === 0 ? { gates: [], output: literals[0]! } : undefined;
  }

  byTwo(): Expression | undefined {
    const { budget, andCost, xorCost, on, off } = this.input;
    if (budget >= andCost) {
      const and = this.andPair(this.positive, off);
      if (and !== undefined) return gateOf(and, false, LAST);
      const or = this.andPair(this.negative, on);
      if (or !== undefined) return gateOf(or, false, NOT_LAST);
    }
    if (budget < xorCost) return undefined;
    const xor = this.xorPair(on, off, this.input.divisors.length);
    return xor === undefined ? undefined : gateOf(xor, true, LAST);
  }

  byThree(): Expression | undefined {
    const { budget, andCost, xorCost, on, off } = this.input;
    if (budget >= 2 * andCost) {
      const found = this.twoAnds(this.positive, on, off, 0) ?? this.twoAnds(this.negative, off, on, 1);
      if (found !== undefined) return found;
    }
    if (budget < andCost + xorCost) return undefined;
    return (
      this.xorInsideAnd(this.positive, on, off, 0) ??
      this.xorInsideAnd(this.negative, off, on, 1) ??
      this.gateInsideXor()
    );
  }

  /** Two literals of the covering whose conjunction avoids `avoid`. */
  private andPair({ literals }: Covering, avoid: Int32Array): [Edge, Edge] | undefined {
    const count = Math.min(literals.length, 2 * UNATE);
    for (let i = 1; i < count; i += 1) {
      for (let j = 0; j < i; j += 1) {
        if (this.disjoint(literals[j]!, literals[i]!, avoid)) return [literals[j]!, literals[i]!];
      }
    }
    return undefined;
  }

  /** Two divisors whose XOR is 1 on `on` and 0 on `off`, one of them perhaps complemented. */
  private xorPair(on: Int32Array, off: Int32Array, most: number): [Edge, Edge] | undefined {
    const { divisors, values, words } = this.input;
    const count = Math.min(divisors.length, most);
    for (let i = 1; i < count; i += 1) {
      const x = divisors[i]! * words;
      for (let j = 0; j < i; j += 1) {
        const y = divisors[j]! * words;
        let fits = true;
        let fitsNot = true;
        for (let w = 0; w < words && (fits || fitsNot); w += 1) {
          const z = values[x + w]! ^ values[y + w]!;
          if ((on[w]! & ~z) !== 0 || (off[w]! & z) !== 0) fits = false;
          if ((on[w]! & z) !== 0 || (off[w]! & ~z) !== 0) fitsNot = false;
        }
        if (fits || fitsNot) return [2 * divisors[j]!, 2 * divisors[i]! + (fits ? 0 : 1)];
      }
    }
    return undefined;
  }

  /** a∧b∧c, or a∧(b∨c); `flip` 1 gives the dual, for the sets exchanged. */
  private twoAnds(covering: Covering, on: Int32Array, off: Int32Array, flip: number): Expression | undefined {
    const rest = new Int32Array(off.length);
    const outer = Math.min(covering.literals.length, UNATE);
    for (let i = 0; i < outer; i += 1) {
      const a = covering.literals[i]!;
      this.meet(a, off, rest);
      const both = this.andPair({ literals: covering.literals.slice(i + 1, i + 1 + UNATE), overlap: [] }, rest);
      if (both !== undefined) return nested({ pair: both, xor: false, use: LAST }, a, flip);
      const either = this.andPair(coveringLiterals(this.input, rest, on), on);
      if (either !== undefined) return nested({ pair: either, xor: false, use: NOT_LAST }, a, flip);
    }
    return undefined;
  }

  /** a∧(b⊕c), or its dual. */
  private xorInsideAnd(covering: Covering, on: Int32Array, off: Int32Array, flip: number): Expression | undefined {
    const rest = new Int32Array(off.length);
    for (const a of covering.literals.slice(0, 8)) {
      this.meet(a, off, rest);
      const xor = this.xorPair(on, rest, 2 * NEAR);
      if (xor !== undefined) return nested({ pair: xor, xor: true, use: LAST }, a, flip);
    }
    return undefined;
  }

  /** a⊕(b∧c), a⊕(b∨c) or a⊕b⊕c. */
  private gateInsideXor(): Expression | undefined {
    const { divisors, values, words, on, off, budget, xorCost } = this.input;
    const newOn = new Int32Array(words);
    const newOff = new Int32Array(words);
    for (const [i, divisor] of divisors.slice(0, NEAR).entries()) {
      for (let w = 0; w < words; w += 1) {
        const v = values[divisor * words + w]!;
        newOn[w] = (on[w]! & ~v) | (off[w]! & v);
        newOff[w] = (off[w]! & ~v) | (on[w]! & v);
      }
      const outer = (inner: [Edge, Edge], innerXor: boolean, output: number): Expression => ({
        gates: [
          { xor: innerXor, a: inner[0], b: inner[1] },
          { xor: true, a: LAST, b: 2 * divisor },
        ],
        output,
      });
      const and = this.andPair(coveringLiterals(this.input, newOn, newOff), newOff);
      if (and !== undefined) return outer(and, false, LAST);
      const or = this.andPair(coveringLiterals(this.input, newOff, newOn), newOn);
      if (or !== undefined) return outer(or, false, NOT_LAST);
      if (budget < 2 * xorCost) continue;
      const xor = this.xorPair(newOn, newOff, i);
      if (xor !== undefined) return outer(xor, true, LAST);
    }
    return undefined;
  }

  private meet(literal: Edge, set: Int32Array, result: Int32Array): void {
    const { values, words } = this.input;
    const flip = -(literal & 1);
    const at = (literal >>> 1) * words;
    for (let w = 0; w < words; w += 1) result[w] = set[w]! & (values[at + w]! ^ flip);
  }

  private disjoint(a: Edge, b: Edge, set: Int32Array): boolean {
    const { values, words } = this.input;
    const flipA = -(a & 1);
    const flipB = -(b & 1);
    const atA = (a >>> 1) * words;
    const atB = (b >>> 1) * words;
    for (let w = 0; w < words; w += 1) {
      if ((set[w]! & (values[atA + w]! ^ flipA) & (values[atB + w]! ^ flipB)) !== 0) return false;
    }
    return true;
  }
}

interface Covering {
  /** Literals that hold on the whole covered set, those that meet the other set least first. */
  readonly literals: readonly Edge[];
  readonly overlap: readonly number[];
}

/** Literals that are 1 on all of `covered`, ordered by how much of `avoided` they are 1 on; those that avoid nothing are useless. */
function coveringLiterals(input: SearchInput, covered: Int32Array, avoided: Int32Array): Covering {
  const { divisors, values, words } = input;
  const found: { literal: Edge; overlap: number }[] = [];
  const all = countOnes(avoided, words);
  for (const divisor of divisors) {
    const at = divisor * words;
    let plain = true;
    let complemented = true;
    for (let w = 0; w < words && (plain || complemented); w += 1) {
      const v = values[at + w]!;
      if ((covered[w]! & ~v) !== 0) plain = false;
      if ((covered[w]! & v) !== 0) complemented = false;
    }
    if (!plain && !complemented) continue;
    const flip = plain ? 0 : -1;
    let overlap = 0;
    for (let w = 0; w < words; w += 1) overlap += onesOf(avoided[w]! & (values[at + w]! ^ flip));
    if (overlap < all) found.push({ literal: 2 * divisor + (plain ? 0 : 1), overlap });
  }
  found.sort((a, b) => a.overlap - b.overlap);
  return { literals: found.map(({ literal }) => literal), overlap: found.map(({ overlap }) => overlap) };
}

function gateOf([a, b]: [Edge, Edge], xor: boolean, output: number): Expression {
  return { gates: [{ xor, a, b }], output };
}

/** a ∧ inner, or with `flip` its complement: the sets were exchanged, so the node is the complement of what was found. */
function nested(inner: { pair: [Edge, Edge]; xor: boolean; use: number }, a: Edge, flip: number): Expression {
  return {
    gates: [
      { xor: inner.xor, a: inner.pair[0], b: inner.pair[1] },
      { xor: false, a: inner.use, b: a },
    ],
    output: flip === 0 ? LAST : NOT_LAST,
  };
}

function countOnes(set: Int32Array, words: number): number {
  let count = 0;
  for (let w = 0; w < words; w += 1) count += onesOf(set[w]!);
  return count;
}
