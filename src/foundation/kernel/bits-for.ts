/** Bits that tell n things apart: ⌈log₂ n⌉, none for one thing; exact for every whole number of 53 bits. */
export function bitsFor(n: number): number {
  const last = Math.max(1, n) - 1;
  return last < 2 ** 32 ? 32 - Math.clz32(last) : 64 - Math.clz32(Math.floor(last / 2 ** 32));
}
