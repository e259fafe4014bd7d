import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalText, hashOf, sha256 } from '#foundation/kernel';
import { contentHash } from './content-hash.ts';

it('property: is the kernel’s hash of the same bytes and of canonical text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.jsonValue(), (bytes, value) => {
      expect(contentHash(bytes)).toBe(sha256(bytes));
      expect(contentHash(canonicalText(value))).toBe(hashOf(value));
    }),
  );
});
