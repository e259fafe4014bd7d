import { type Fragment, layout } from './fragment.ts';

/** A plane that is 1 in these lanes. */
export function maskOfLanes(lanes: readonly number[], words: number): Int32Array {
  const mask = new Int32Array(words);
  for (const lane of lanes) mask[lane >>> 5]! |= 1 << (lane & 31);
  return mask;
}

/** One bit of the observations of all lanes. */
export function observationPlane(
  observations: readonly (Uint8Array | undefined)[],
  bit: number,
  words: number,
): Int32Array {
  const plane = new Int32Array(words);
  for (const [lane, observation] of observations.entries()) {
    if (observation?.[bit] === 1) plane[lane >>> 5]! |= 1 << (lane & 31);
  }
  return plane;
}

/** The bits of one lane. */
export function laneBits(planes: readonly Int32Array[], lane: number): Uint8Array {
  return Uint8Array.from(planes, (plane) => (plane[lane >>> 5]! >>> (lane & 31)) & 1);
}

/** State bits that outlast an observation: the choice, and what fragments keep. */
export function keptStatePlanes(fragments: readonly Fragment[]): ReadonlySet<number> {
  const kept = new Set(Array.from({ length: layout.words }, (_, i) => i));
  for (const { plan } of fragments) for (const at of plan.kept) kept.add(layout.words + at);
  return kept;
}
