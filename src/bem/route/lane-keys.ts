import { Fault } from '#kernel';

/** Which bits of the machine make a routing key, and how long keys are. */
export interface KeyRule {
  /** Bits of a key; as many as the codes of the index have. */
  readonly bits: number;
  /** Numbers of planes, the least significant first; the rest of the key is 0. */
  readonly chosen: readonly number[];
}

/** Planes one after the other, each of `wordsPerPlane` words with one lane per bit. */
export interface LanePlanes {
  readonly planes: Int32Array | Uint32Array;
  readonly wordsPerPlane: number;
}

/**
 * The routing key of every lane: the Gray code of its chosen bits. Lane l has the words l·⌈bits/32⌉ … of the result.
 *
 * Gray-coding happens on planes, gᵢ = bᵢ ⊕ bᵢ₊₁, before they are turned into lanes 32 at a time.
 */
export function laneKeys(rule: KeyRule, { planes, wordsPerPlane }: LanePlanes): Uint32Array {
  requireKeyRule(rule, Math.floor(planes.length / wordsPerPlane));
  const { bits, chosen } = rule;
  const keyWords = Math.ceil(bits / 32);
  const keys = new Uint32Array(32 * wordsPerPlane * keyWords);
  const block = new Uint32Array(32);
  const planeWord = (i: number, w: number): number => (i < chosen.length ? planes[chosen[i]! * wordsPerPlane + w]! : 0);
  for (let w = 0; w < wordsPerPlane; w += 1) {
    for (let part = 0; part < keyWords; part += 1) {
      for (let i = 0; i < 32; i += 1) block[i] = planeWord(32 * part + i, w) ^ planeWord(32 * part + i + 1, w);
      transpose(block);
      for (let lane = 0; lane < 32; lane += 1) keys[(32 * w + lane) * keyWords + part] = block[lane]!;
    }
  }
  return keys;
}

function requireKeyRule({ bits, chosen }: KeyRule, planeCount: number): void {
  if (chosen.length > bits) {
    throw new Fault('bem/bad-key', `${chosen.length} bits were chosen for a key of ${bits}`);
  }
  for (const plane of chosen) {
    if (!(Number.isInteger(plane) && plane >= 0 && plane < planeCount)) {
      throw new Fault('bem/bad-key', `the key names plane ${plane}, but only 0 to ${planeCount - 1} exist`);
    }
  }
}

/** Turns rows of 32 bits into columns, in place: bit j of word i becomes bit i of word j. @source Warren, Hacker's Delight §7-3 */
function transpose(block: Uint32Array): void {
  let mask = 0x0000ffff;
  for (let size = 16; size > 0; size >>>= 1, mask ^= mask << size) {
    for (let i = 0; i < 32; i = (i + size + 1) & ~size) {
      const swap = ((block[i]! >>> size) ^ block[i + size]!) & mask;
      block[i + size] = block[i + size]! ^ swap;
      block[i] = block[i]! ^ (swap << size);
    }
  }
}
