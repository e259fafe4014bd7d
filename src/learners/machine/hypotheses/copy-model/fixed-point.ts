import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';

/** Numbers as whole multiples of 2⁻ᶠ, in two's complement. */
export interface FixedPoint {
  readonly width: number;
  readonly fraction: number;
}

/** A constant, rounded. */
export function fixedConstant({ width, fraction }: FixedPoint, value: number): Edge[] {
  return words.constant(width, BigInt(Math.round(value * 2 ** fraction)));
}

/** A whole number without a sign. */
export function fixedOfWord({ width, fraction }: FixedPoint, word: Word): Edge[] {
  return Array.from({ length: width }, (_, i) => word[i - fraction] ?? FALSE);
}

/** The sum, past the width wrapped. */
export function fixedAdd(builder: CircuitBuilder, a: Word, b: Word): Edge[] {
  return words.add(builder, a, b).slice(0, a.length);
}

/** A word times a constant: one addition for each bit of the constant, the last bits cut off. */
export function fixedTimes(builder: CircuitBuilder, format: FixedPoint, word: Word, factor: number): Edge[] {
  const { width, fraction } = format;
  const wide = width + fraction;
  const sign = word.at(-1)!;
  const long = Array.from({ length: wide }, (_, i) => word[i] ?? sign);
  const scaled = Math.round(Math.abs(factor) * 2 ** fraction);
  let sum: Edge[] = words.constant(wide, 0);
  for (let b = 0; 2 ** b <= scaled; b += 1) {
    if (Math.floor(scaled / 2 ** b) % 2 === 0) continue;
    const moved = Array.from({ length: wide }, (_, i) => long[i - b] ?? FALSE);
    sum = fixedAdd(builder, sum, moved);
  }
  const cut = sum.slice(fraction, wide);
  return factor < 0 ? words.negate(builder, cut).slice(0, width) : cut;
}

/** A word times a small whole number without a sign. */
export function fixedTimesWord(builder: CircuitBuilder, word: Word, small: Word): Edge[] {
  return small.reduce<Edge[]>(
    (sum, bit, b) =>
      fixedAdd(
        builder,
        sum,
        word.map((_, i) => (i < b ? FALSE : builder.and(bit, word[i - b]!))),
      ),
    words.constant(word.length, 0),
  );
}

const MANTISSA = 52;
const EXPONENT = 11;
const BIAS = 1023;

/**
 * A double as fixed point: the mantissa, with the one in front, moved by the exponent; bits below the fraction are cut off, numbers past the range are
 * taken as 0.
 *
 *     value = (−1)^sign · 1.mantissa · 2^(exponent − 1023)
 *
 * @source IEEE 754 binary64, least significant bit first
 */
export function fixedOfDouble(builder: CircuitBuilder, { width, fraction }: FixedPoint, bits: Word): Edge[] {
  const mantissa = [...bits.slice(0, MANTISSA), builder.not(FALSE)];
  const exponent = bits.slice(MANTISSA, MANTISSA + EXPONENT);
  const shifted: Edge[][] = [];
  for (let power = -fraction; power < width - 1 - fraction; power += 1) {
    const is = words.equal(builder, exponent, words.constant(EXPONENT, BIAS + power));
    const down = MANTISSA - power - fraction;
    shifted.push(Array.from({ length: width }, (_, i) => builder.and(is, mantissa[i + down] ?? FALSE)));
  }
  const size = Array.from({ length: width }, (_, i) => builder.orAll(shifted.map((word) => word[i]!)));
  return words.mux(builder, bits[MANTISSA + EXPONENT]!, words.negate(builder, size).slice(0, width), size);
}
