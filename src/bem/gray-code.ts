/**
 * The Gray code of a bit string of 32-bit words, least significant word first: neighbours differ in one bit.
 *
 *     g = x ⊕ (x >> 1)
 *
 * @source Gray 1953, US patent 2,632,058
 */
export function grayCode(words: Uint32Array, into: Uint32Array = new Uint32Array(words.length)): Uint32Array {
  for (let w = 0; w < words.length; w += 1) {
    const above = w + 1 < words.length ? words[w + 1]! : 0;
    into[w] = words[w]! ^ ((words[w]! >>> 1) | (above << 31));
  }
  return into;
}

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
