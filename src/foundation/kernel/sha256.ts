/** First 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const [K, INITIAL] = roundConstants();

function roundConstants(): [Int32Array, Int32Array] {
  const k = new Int32Array(64);
  const h = new Int32Array(8);
  let found = 0;
  for (let n = 2; found < 64; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) h[found] = fractionBits(Math.sqrt(n));
    k[found] = fractionBits(Math.cbrt(n));
    found += 1;
  }
  return [k, h];
}

function fractionBits(x: number): number {
  return Math.floor((x - Math.floor(x)) * 4294967296) | 0;
}

/** One block of 64 bytes; `schedule` is room for 64 words, written before it is read. */
function compress(state: Int32Array, schedule: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const x = schedule[i - 15]!;
    const y = schedule[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[i] = (schedule[i - 16]! + s0 + schedule[i - 7]! + s1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  // Four rounds at a time: the names turn in place of the values, and come round after two halves.
  for (let i = 0; i < 64; i += 4) {
    h = (h + sum1(e) + (g ^ (e & (f ^ g))) + K[i]! + schedule[i]!) | 0;
    d = (d + h) | 0;
    h = (h + sum0(a) + ((a & b) | (c & (a | b)))) | 0;
    g = (g + sum1(d) + (f ^ (d & (e ^ f))) + K[i + 1]! + schedule[i + 1]!) | 0;
    c = (c + g) | 0;
    g = (g + sum0(h) + ((h & a) | (b & (h | a)))) | 0;
    f = (f + sum1(c) + (e ^ (c & (d ^ e))) + K[i + 2]! + schedule[i + 2]!) | 0;
    b = (b + f) | 0;
    f = (f + sum0(g) + ((g & h) | (a & (g | h)))) | 0;
    e = (e + sum1(b) + (d ^ (b & (c ^ d))) + K[i + 3]! + schedule[i + 3]!) | 0;
    a = (a + e) | 0;
    e = (e + sum0(f) + ((f & g) | (h & (f | g)))) | 0;
    let turned = a;
    a = e;
    e = turned;
    turned = b;
    b = f;
    f = turned;
    turned = c;
    c = g;
    g = turned;
    turned = d;
    d = h;
    h = turned;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
  state[5] = state[5]! + f;
  state[6] = state[6]! + g;
  state[7] = state[7]! + h;
}

function sum0(x: number): number {
  return ((x >>> 2) | (x << 30)) ^ ((x >>> 13) | (x << 19)) ^ ((x >>> 22) | (x << 10));
}

function sum1(x: number): number {
  return ((x >>> 6) | (x << 26)) ^ ((x >>> 11) | (x << 21)) ^ ((x >>> 25) | (x << 7));
}

/**
 * SHA-256 as 64 hexadecimal digits. Here rather than from `node:crypto`, because the kernel is pure and also runs in browsers.
 *
 * @source FIPS 180-4
 */
export function sha256(bytes: Uint8Array): string {
  const state = INITIAL.slice();
  const schedule = new Int32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  const data = new DataView(bytes.buffer, bytes.byteOffset, whole);
  for (let at = 0; at < whole; at += 64) compress(state, schedule, data, at);
  const tail = new Uint8Array(bytes.length - whole < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[bytes.length - whole] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(bytes.length / 536870912));
  view.setUint32(tail.length - 4, (bytes.length << 3) >>> 0);
  for (let at = 0; at < tail.length; at += 64) compress(state, schedule, view, at);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
