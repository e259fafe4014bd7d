/** The first bits of the observations of all lanes as planes, one after the other; a lane without an observation has zeros. */
export function planesOfLanes(
  observations: readonly (Uint8Array | undefined)[],
  width: number,
  words: number,
): Int32Array {
  const planes = new Int32Array(width * words);
  for (const [lane, observation] of observations.entries()) {
    if (observation === undefined) continue;
    const one = 1 << (lane & 31);
    const count = Math.min(width, observation.length);
    for (let bit = 0, at = lane >>> 5; bit < count; bit += 1, at += words) {
      if (observation[bit] === 1) planes[at]! |= one;
    }
  }
  return planes;
}

/** The first bits of one lane out of planes that stand one after the other. */
export function laneBits(planes: Int32Array, lane: number, width: number, words: number): Uint8Array {
  const bits = new Uint8Array(width);
  for (let bit = 0, at = lane >>> 5; bit < width; bit += 1, at += words) bits[bit] = (planes[at]! >>> (lane & 31)) & 1;
  return bits;
}
