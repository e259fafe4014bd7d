import type { CircuitBuilder } from '../graph/builder.ts';
import { requireSameWidth } from '../graph/circuit.ts';
import { type Edge, FALSE, TRUE } from '../graph/edge.ts';

/** A number in binary, least significant bit first. */
export type Word = readonly Edge[];

/** Sum and carry of two bits. */
export function halfAdder(builder: CircuitBuilder, a: Edge, b: Edge): readonly [sum: Edge, carry: Edge] {
  return [builder.xor(a, b), builder.and(a, b)];
}

/**
 * Sum and carry of three bits in five gates:
 *
 *     sum = a ⊕ b ⊕ c        carry = a·b ∨ c·(a ⊕ b)
 *
 * @source Knuth, TAOCP 4A §7.1.2
 */
export function fullAdder(builder: CircuitBuilder, a: Edge, b: Edge, c: Edge): readonly [sum: Edge, carry: Edge] {
  const differ = builder.xor(a, b);
  const carry = builder.or(builder.and(a, b), builder.and(c, differ));
  return [builder.xor(differ, c), carry];
}

/** x + y, one bit wider than its terms: a ripple-carry adder of 5n − 3 gates. */
export function addExact(builder: CircuitBuilder, x: Word, y: Word, carryIn: Edge = FALSE): Edge[] {
  requireSameWidth('add', x.length, y.length);
  const bits: Edge[] = [];
  let carry = carryIn;
  for (const [i, bit] of x.entries()) {
    const [sum, next] = fullAdder(builder, bit, y[i]!, carry);
    bits.push(sum);
    carry = next;
  }
  return [...bits, carry];
}

/**
 * x + y as `addExact`, with all carries at once in ⌈log₂ n⌉ steps: (g, p) ∘ (g′, p′) = (g ∨ p·g′, p·p′), where a stretch of
 * bits generates a carry (g) or propagates one (p).
 *
 * @source Kogge & Stone 1973
 */
export function addPrefix(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  requireSameWidth('add', x.length, y.length);
  const sums = x.map((bit, i) => builder.xor(bit, y[i]!));
  let generates = x.map((bit, i) => builder.and(bit, y[i]!));
  let propagates = sums;
  for (let span = 1; span < x.length; span *= 2) {
    const [g, p] = [generates, propagates];
    generates = g.map((edge, i) => (i < span ? edge : builder.or(edge, builder.and(p[i]!, g[i - span]!))));
    propagates = p.map((edge, i) => (i < span ? edge : builder.and(edge, p[i - span]!)));
  }
  return [...sums.map((edge, i) => (i === 0 ? edge : builder.xor(edge, generates[i - 1]!))), generates.at(-1) ?? FALSE];
}

/** x + y mod 2ⁿ. */
export function add(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  return addExact(builder, x, y).slice(0, x.length);
}

/** x − y mod 2ⁿ = x + ¬y + 1. */
export function subtract(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  requireSameWidth('subtract', x.length, y.length);
  const inverted = y.map((edge) => builder.not(edge));
  return addExact(builder, x, inverted, TRUE).slice(0, x.length);
}

/** x + 1 mod 2ⁿ. */
export function increment(builder: CircuitBuilder, x: Word): Edge[] {
  let carry: Edge = TRUE;
  return x.map((bit) => {
    const [sum, next] = halfAdder(builder, bit, carry);
    carry = next;
    return sum;
  });
}

/** −x mod 2ⁿ = ¬x + 1. */
export function negate(builder: CircuitBuilder, x: Word): Edge[] {
  return increment(
    builder,
    x.map((edge) => builder.not(edge)),
  );
}
