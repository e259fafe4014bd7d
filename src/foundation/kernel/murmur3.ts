const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

function rotl(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

function finalMix(h: number): number {
  let x = h ^ (h >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** Code units at and at + 1 as one word; past the end `charCodeAt` is NaN, and NaN | 0 is 0. */
function pair(text: string, at: number): number {
  return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
}

/**
 * 128-bit hash of a string's UTF-16 code units, two bytes each, little endian, as four 32-bit words.
 *
 * Code units rather than UTF-8: no encoder, no allocation, and distinct strings stay distinct inputs.
 *
 * @source Appleby, MurmurHash3_x86_128 (public domain)
 */
export function murmur3(text: string, out: Uint32Array): void {
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  const length = text.length;
  const whole = length & ~7;
  for (let at = 0; at < whole; at += 8) {
    h1 ^= Math.imul(rotl(Math.imul(pair(text, at), C1), 15), C2);
    h1 = (Math.imul(rotl(h1, 19) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= Math.imul(rotl(Math.imul(pair(text, at + 2), C2), 16), C3);
    h2 = (Math.imul(rotl(h2, 17) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= Math.imul(rotl(Math.imul(pair(text, at + 4), C3), 17), C4);
    h3 = (Math.imul(rotl(h3, 15) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= Math.imul(rotl(Math.imul(pair(text, at + 6), C4), 18), C1);
    h4 = (Math.imul(rotl(h4, 13) + h1, 5) + 0x32ac3b17) | 0;
  }
  h4 ^= Math.imul(rotl(Math.imul(pair(text, whole + 6), C4), 18), C1);
  h3 ^= Math.imul(rotl(Math.imul(pair(text, whole + 4), C3), 17), C4);
  h2 ^= Math.imul(rotl(Math.imul(pair(text, whole + 2), C2), 16), C3);
  h1 ^= Math.imul(rotl(Math.imul(pair(text, whole), C1), 15), C2);

  const bytes = length * 2;
  h1 ^= bytes;
  h2 ^= bytes;
  h3 ^= bytes;
  h4 ^= bytes;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  h3 = (h3 + h1) | 0;
  h4 = (h4 + h1) | 0;
  h1 = finalMix(h1);
  h2 = finalMix(h2);
  h3 = finalMix(h3);
  h4 = finalMix(h4);
  h1 = (h1 + h2 + h3 + h4) | 0;
  out[0] = h1;
  out[1] = h2 + h1;
  out[2] = h3 + h1;
  out[3] = h4 + h1;
}
