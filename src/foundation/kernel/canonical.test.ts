import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, hashOf } from './canonical.ts';
import { Fault } from './fault.ts';
import { sha256 } from './sha256.ts';

describe('canonical hash', () => {
  it('property: SHA-256 agrees with node:crypto', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
      }),
    );
  });

  it('property: key order does not matter, and the text parses back to the same data', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalText(reversed)).toBe(canonicalText(value));
        expect(canonicalText(JSON.parse(canonicalText(value)))).toBe(canonicalText(value));
      }),
    );
  });

  it('gives the committed hash for a value, for ever', () => {
    expect(hashOf({ b: 1, a: [1, 2, { c: 'é' }], bytes: new Uint8Array([0, 255]) })).toMatchInlineSnapshot(
      `"ab2095c1e5e69827ae117d04553e3a5bb0f32e004e8992abcb4c9b2cafbb0004"`,
    );
  });

  it('tells −0 from nothing else, and leaves undefined members out', () => {
    expect(canonicalText({ a: -0, b: undefined })).toBe('{"a":0}');
  });

  it('refuses what JSON cannot hold, and says where', () => {
    for (const bad of [NaN, Infinity, () => 1, new Map(), 1n, new Date(0)]) {
      expect(() => hashOf({ x: [bad] })).toThrow(Fault);
    }
    expect(() => hashOf({ x: [NaN] })).toThrow('$.x[0]');
  });
});
