import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { grayCodeOf, grayDecode, grayEncode } from './gray-code.ts';
import { laneKeys } from './fixtures/lane-keys.ts';

const onesOf = (words: Uint32Array): number =>
  Array.from(words, (word) => word.toString(2).replaceAll('0', '').length).reduce((a, b) => a + b, 0);

it('gives neighbours codes that differ in one bit, over all numbers of 12 bits', () => {
  const codes = Array.from({ length: 4096 }, (_, n) => grayCodeOf(n, 12)[0]!);
  expect(new Set(codes).size).toBe(4096);
  for (let n = 0; n < 4095; n += 1) expect(onesOf(Uint32Array.of(codes[n]! ^ codes[n + 1]!))).toBe(1);
});

it('property: decoding undoes encoding, and neighbours differ in one bit, in codes of many words', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 2n }), (n) => {
      const [code, next] = [grayCodeOf(n, 256), grayCodeOf(n + 1n, 256)];
      expect(grayEncode(grayDecode(code))).toEqual(code);
      expect(grayDecode(code).reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n)).toBe(n);
      expect(onesOf(code.map((word, i) => word ^ next[i]!))).toBe(1);
    }),
  );
});

it('refuses a number that does not fit', () => {
  expect(() => grayCodeOf(16, 4)).toThrow(expect.objectContaining({ code: 'bem/route-code' }));
});

it('property: the key of a lane is the Gray code of its chosen bits', () => {
  const shape = fc.record({
    seed: fc.nat(),
    words: fc.integer({ min: 1, max: 4 }),
    chosen: fc.nat(70),
    spare: fc.nat(40),
  });
  fc.assert(
    fc.property(shape, ({ seed, words, chosen, spare }) => {
      const rng = createRng(`lane-keys/${seed}`);
      const planes = Int32Array.from({ length: 20 * words }, () => rng.uint32());
      const rule = { bits: Math.max(1, chosen + spare), chosen: Array.from({ length: chosen }, () => rng.below(20)) };
      const keys = laneKeys(rule, { planes, wordsPerPlane: words });
      const length = Math.ceil(rule.bits / 32);
      for (let lane = 0; lane < 32 * words; lane += 1) {
        const bit = (plane: number): bigint => BigInt((planes[plane * words + (lane >>> 5)]! >>> (lane & 31)) & 1);
        const value = rule.chosen.reduce((sum, plane, i) => sum | (bit(plane) << BigInt(i)), 0n);
        expect(keys.subarray(lane * length, (lane + 1) * length)).toEqual(grayCodeOf(value, rule.bits));
      }
    }),
    { numRuns: 30 },
  );
});

it.each([
  ['a plane that does not exist', { bits: 64, chosen: [0, 3] }],
  ['more bits than the key has', { bits: 1, chosen: [0, 1] }],
])('refuses %s', (_, rule) => {
  const planes = new Int32Array(3 * 4);
  expect(() => laneKeys(rule, { planes, wordsPerPlane: 4 })).toThrow(expect.objectContaining({ code: 'bem/bad-key' }));
});
