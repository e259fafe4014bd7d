import type { CircuitBuilder } from '../graph/builder.ts';
import { type Edge, FALSE } from '../graph/edge.ts';
import { add, addExact, subtract, type Word } from './word-add.ts';
import { compressColumns } from './word-compress.ts';

/** x·y in |x| + |y| bits, row by row: shift, mask, add. */
export function multiply(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  let product = new Array<Edge>(x.length + y.length).fill(FALSE);
  for (const [i, bit] of y.entries()) {
    const row = x.map((edge) => builder.and(edge, bit));
    const sum = addExact(builder, product.slice(i, i + x.length), row);
    product = [...product.slice(0, i), ...sum, ...product.slice(i + x.length + 1)];
  }
  return product;
}

/** The same product by column compression of all partial products at once: logarithmic depth before the last carries. */
export function multiplyTree(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  const columns: Edge[][] = Array.from({ length: x.length + y.length }, () => []);
  for (const [i, a] of x.entries()) {
    for (const [j, b] of y.entries()) columns[i + j]!.push(builder.and(a, b));
  }
  return compressColumns(builder, columns, columns.length);
}

/**
 * The same product by three half-size products:
 *
 *     x·y = z₂·4ʰ + (z₁ − z₂ − z₀)·2ʰ + z₀,   z₀ = x₀·y₀,  z₂ = x₁·y₁,  z₁ = (x₀ + x₁)·(y₀ + y₁)
 *
 * with x = x₁·2ʰ + x₀ and y alike.
 *
 * @source Karatsuba & Ofman 1962
 */
export function multiplyKaratsuba(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  const width = Math.max(x.length, y.length);
  if (Math.min(x.length, y.length) <= 3) return multiply(builder, x, y);
  const half = Math.ceil(width / 2);
  const [x0, x1] = [zeroExtend(x.slice(0, half), half), zeroExtend(x.slice(half), half)];
  const [y0, y1] = [zeroExtend(y.slice(0, half), half), zeroExtend(y.slice(half), half)];
  const z0 = multiplyKaratsuba(builder, x0, y0);
  const z2 = multiplyKaratsuba(builder, x1, y1);
  const z1 = multiplyKaratsuba(builder, addExact(builder, x0, x1), addExact(builder, y0, y1));
  const size = z1.length;
  const middle = subtract(builder, subtract(builder, z1, zeroExtend(z0, size)), zeroExtend(z2, size));
  const outer = zeroExtend([...z0, ...z2], 4 * half);
  const shifted = zeroExtend([...new Array<Edge>(half).fill(FALSE), ...middle], 4 * half);
  return add(builder, outer, shifted).slice(0, x.length + y.length);
}

/** The same number in `width` bits; cut when narrower. */
export function zeroExtend(x: Word, width: number): Edge[] {
  return Array.from({ length: width }, (_, i) => x[i] ?? FALSE);
}

/** The same two's-complement number in `width` bits; cut when narrower. */
export function signExtend(x: Word, width: number): Edge[] {
  return Array.from({ length: width }, (_, i) => x[i] ?? x.at(-1) ?? FALSE);
}
