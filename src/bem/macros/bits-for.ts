import { bitsFor as leastBits } from '#kernel';

/** Planes that tell n things apart: ⌈log₂ n⌉, at least one. */
export function bitsFor(n: number): number {
  return Math.max(1, leastBits(n));
}
