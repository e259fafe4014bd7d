import type { Rng } from '#kernel';

/** Fair bits, one per byte; 32 of them cost one draw. */
export function drawBits(length: number, rng: Rng): Uint8Array {
  const bits = new Uint8Array(length);
  let word = 0;
  for (let i = 0; i < length; i += 1) {
    if (i % 32 === 0) word = rng.uint32();
    bits[i] = word & 1;
    word >>>= 1;
  }
  return bits;
}

/** `1 0 1 1`: one token per bit for most tokenisers. */
export function bitsText(bits: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < bits.length; i += 1) text += i === 0 ? String(bits[i]) : ` ${bits[i]}`;
  return text;
}
