import { bitsFor } from '#foundation/kernel';

/** Planes that tell n things apart: ⌈log₂ n⌉, at least one. */
export function planesFor(n: number): number {
  return Math.max(1, bitsFor(n));
}
