import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { murmur3 } from './murmur3.ts';

const MASK = 0xffffffffn;
const ROTATE_LEFT = [15n, 16n, 17n, 18n];
const MULTIPLIERS = [0x239b961bn, 0xab0e9789n, 0x38b34ae5n, 0xa1e38b93n];
const ROUND_ROTATE = [19n, 17n, 15n, 13n];
const ROUND_ADD = [0x561ccd1bn, 0x0bcaa747n, 0x96cd1c35n, 0x32ac3b17n];

function rotate(x: bigint, by: bigint): bigint {
  return ((x << by) | (x >> (32n - by))) & MASK;
}

/** MurmurHash3_x86_128 of bytes with seed 0, word by word in whole numbers: slow, plain, and shares no code. */
function reference(bytes: readonly number[]): number[] {
  let h = [0n, 0n, 0n, 0n];
  const word = (at: number): bigint =>
    [0, 1, 2, 3].reduce((sum, i) => sum | (BigInt(bytes[at + i] ?? 0) << BigInt(8 * i)), 0n);
  const scramble = (lane: number, at: number): bigint =>
    (rotate((word(at) * MULTIPLIERS[lane]!) & MASK, ROTATE_LEFT[lane]!) * MULTIPLIERS[(lane + 1) % 4]!) & MASK;
  const blocks = Math.floor(bytes.length / 16);
  for (let block = 0; block < blocks; block += 1) {
    for (let lane = 0; lane < 4; lane += 1) {
      const mixed = h[lane]! ^ scramble(lane, block * 16 + lane * 4);
      h[lane] = ((rotate(mixed, ROUND_ROTATE[lane]!) + h[(lane + 1) % 4]!) * 5n + ROUND_ADD[lane]!) & MASK;
    }
  }
  h = h.map((x, lane) => x ^ scramble(lane, blocks * 16 + lane * 4) ^ BigInt(bytes.length));
  const spread = (): void => {
    h[0] = h.reduce((a, b) => a + b) & MASK;
    for (const lane of [1, 2, 3]) h[lane] = (h[lane]! + h[0]) & MASK;
  };
  spread();
  h = h.map((x) => {
    const first = ((x ^ (x >> 16n)) * 0x85ebca6bn) & MASK;
    const second = ((first ^ (first >> 13n)) * 0xc2b2ae35n) & MASK;
    return second ^ (second >> 16n);
  });
  spread();
  return h.map(Number);
}

function hex(words: ArrayLike<number>): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}

function littleEndian(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).flatMap((unit) => [unit & 255, unit >> 8]);
}

function hashed(text: string): string {
  const out = new Uint32Array(4);
  murmur3(text, out);
  return hex(out);
}

describe('murmur3', () => {
  it('has a reference that gives the published hash of a sentence (README of murmurHash3.js)', () => {
    const sentence = "I will not buy this tobacconist's, it is scratched.";
    expect(hex(reference(Array.from(sentence, (letter) => letter.charCodeAt(0))))).toBe(
      '9b5b7ba2ef3f7866889adeaf00f3f98e',
    );
  });

  it('gives the published hash of the bytes 0 to 255 (README of murmurHash3.js), two to a code unit', () => {
    const units = Array.from({ length: 128 }, (_, i) => (2 * i) | ((2 * i + 1) << 8));
    expect(hashed(String.fromCharCode(...units))).toBe('2c56c88fdb4503dfd352b21a494ca2c0');
  });

  it('equals the reference for every length up to 40 code units', () => {
    for (let length = 0; length <= 40; length += 1) {
      const text = String.fromCharCode(...Array.from({ length }, (_, i) => (i * 40_503 + length) & 0xffff));
      expect(hashed(text)).toBe(hex(reference(littleEndian(text))));
    }
  });

  it('property: equals the reference on any string, lone surrogates included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(0xffff), (text, unit) => {
        const whole = text + String.fromCharCode(unit);
        expect(hashed(whole)).toBe(hex(reference(littleEndian(whole))));
      }),
    );
  });
});
