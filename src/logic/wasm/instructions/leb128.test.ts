import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signed, unsigned } from './leb128.ts';

function decode(bytes: readonly number[], isSigned: boolean): bigint {
  let value = 0n;
  for (const [i, byte] of bytes.entries()) value |= BigInt(byte & 127) << BigInt(7 * i);
  const last = bytes.at(-1) ?? 0;
  return isSigned && (last & 64) !== 0 ? value - (1n << BigInt(7 * bytes.length)) : value;
}

it('writes the examples of the specification', () => {
  expect(unsigned(624485)).toEqual([0xe5, 0x8e, 0x26]);
  expect(signed(-123456)).toEqual([0xc0, 0xbb, 0x78]);
  expect([unsigned(0), signed(0), signed(-1), signed(64), signed(-64)]).toEqual([[0], [0], [0x7f], [0xc0, 0], [0x40]]);
});

it('property: an unsigned number is read back', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 32 - 1), (n) => {
      expect(decode(unsigned(n), false)).toBe(BigInt(n));
    }),
  );
});

it('property: a signed number is read back', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (n) => {
      expect(decode(signed(n), true)).toBe(n);
    }),
  );
});
