/** (−1)ˢ · 2ᵉ⁻¹⁵ · (1 + f / 1024) from sign, five bits of exponent and ten of fraction; below the least exponent 2⁻¹⁴ · f / 1024. @source IEEE 754 binary16 */
export function halfToFloat(bits: number): number {
  const sign = bits >>> 15 === 1 ? -1 : 1;
  const [exponent, fraction] = [(bits >>> 10) & 31, bits & 1023];
  if (exponent === 0) return sign * 2 ** -14 * (fraction / 1024);
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

/** Floats of which only the upper 16 bits are stored. @source bfloat16 */
export function upperHalvesToFloats(halves: Iterable<number>): Float32Array {
  return new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer);
}
