import { onesOf } from '#foundation/kernel';

/** How many bits differ. */
export function hammingDistance(a: Uint32Array, b: Uint32Array): number {
  let distance = 0;
  for (let w = 0; w < a.length; w += 1) distance += onesOf(a[w]! ^ b[w]!);
  return distance;
}
