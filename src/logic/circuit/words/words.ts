import { type Edge, FALSE, TRUE } from '../graph/edge.ts';
import { add, addExact, addPrefix, increment, negate, subtract } from './word-add.ts';
import { equal, lessThan, lessThanSigned, max, maxSigned, min, minSigned, mux } from './word-compare.ts';
import { popcount } from './word-compress.ts';
import { multiply, multiplyKaratsuba, multiplyTree, signExtend, zeroExtend } from './word-multiply.ts';
import { rotateLeft, rotateLeftBy, shiftLeft, shiftLeftBy, shiftRight, shiftRightBy } from './word-shift.ts';

/** The low `width` bits of a number, two's complement when negative. */
function constant(width: number, value: number | bigint): Edge[] {
  const bits = BigInt(value);
  return Array.from({ length: width }, (_, i) => (((bits >> BigInt(i)) & 1n) === 1n ? TRUE : FALSE));
}

/** Arithmetic on words of any width, least significant bit first: `words.add(builder, x, y)`. */
export const words = {
  add,
  addExact,
  addPrefix,
  constant,
  equal,
  increment,
  lessThan,
  lessThanSigned,
  max,
  maxSigned,
  min,
  minSigned,
  multiply,
  multiplyKaratsuba,
  multiplyTree,
  mux,
  negate,
  popcount,
  rotateLeft,
  rotateLeftBy,
  shiftLeft,
  shiftLeftBy,
  shiftRight,
  shiftRightBy,
  signExtend,
  subtract,
  zeroExtend,
} as const;
