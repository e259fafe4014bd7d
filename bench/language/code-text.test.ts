import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeLength, createTextPredictor } from '#learners/model/counters';
import { BitDecoder, BitEncoder } from './arithmetic-coder.ts';
import { decodeText, encodeText } from './code-text.ts';

const tiny = { bucketBits: 10, refineBits: 8, historyBits: 10 };

/** Bytes a coder may stumble over: random, runs, periods, few symbols, all of one kind. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 900 }))
    .map(([b, n]) => new Uint8Array(n).fill(b)),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.integer({ min: 0, max: 60 }))
    .map(([unit, n]) => Uint8Array.from({ length: unit.length * n }, (_, i) => unit[i % unit.length]!)),
  fc.array(fc.constantFrom(0, 255), { maxLength: 300 }).map((list) => Uint8Array.from(list)),
);

it('property: bits of any chance are read back from their code', () => {
  const chance = fc.oneof(fc.integer({ min: 1, max: 65535 }), fc.constantFrom(1, 2, 65534, 65535, 32768));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(0, 1), chance), { maxLength: 400 }), (coded) => {
      const encoder = new BitEncoder();
      for (const [bit, p] of coded) encoder.encode(bit, p);
      const decoder = new BitDecoder(encoder.finish());
      expect(coded.map(([, p]) => decoder.decode(p))).toEqual(coded.map(([bit]) => bit));
    }),
  );
});

it('the least likely bits in a row are read back, at the price of their chances', () => {
  const encoder = new BitEncoder();
  for (let i = 0; i < 5000; i += 1) encoder.encode(i % 2, i % 2 === 1 ? 1 : 65535);
  const code = encoder.finish();
  const decoder = new BitDecoder(code);
  for (let i = 0; i < 5000; i += 1) expect(decoder.decode(i % 2 === 1 ? 1 : 65535)).toBe(i % 2);
  expect(code.length).toBeLessThan((5000 * 16) / 8 + 10);
});

it('property: any bytes are read back from their code', () => {
  fc.assert(
    fc.property(bytes, (text) => {
      const code = encodeText(createTextPredictor(tiny), text);
      expect(decodeText(createTextPredictor(tiny), code)).toEqual(text);
    }),
    { numRuns: 20 },
  );
});

it('the code of a text is within 0.1 % of its code length', () => {
  const text = new TextEncoder().encode(
    Array.from({ length: 2000 }, (_, i) => `${i * i} sheep and ${(i * 7919) % 1000} goats`).join('\n'),
  );
  const code = encodeText(createTextPredictor(tiny), text);
  const bits = codeLength(createTextPredictor(tiny), text);
  expect(8 * code.length).toBeGreaterThan(bits - 8);
  expect(8 * code.length).toBeLessThan(bits * 1.001);
});
