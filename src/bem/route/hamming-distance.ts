/** How many bits differ. */
export function hammingDistance(a: Uint32Array, b: Uint32Array): number {
  let distance = 0;
  for (let w = 0; w < a.length; w += 1) distance += onesOf(a[w]! ^ b[w]!);
  return distance;
}

/** The number of ones of a 32-bit word. @source Warren, Hacker's Delight §5-1 */
function onesOf(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  x = (x + (x >>> 4)) & 0x0f0f0f0f;
  return Math.imul(x, 0x01010101) >>> 24;
}
