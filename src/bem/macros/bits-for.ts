/** Bits that tell n things apart: ⌈log₂ n⌉, at least one. */
export function bitsFor(n: number): number {
  return Math.max(1, 32 - Math.clz32(n - 1));
}
