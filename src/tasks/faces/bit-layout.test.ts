import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitString,
  bytesOf,
  codec,
  constant,
  flag,
  type Layout,
  listOf,
  maybe,
  oneOf,
  record,
  tagged,
  upTo,
  whole,
} from './bit-layout.ts';

type Shape = { readonly kind: 'go'; readonly to: number } | { readonly kind: 'stop' };
const shape: Layout<Shape> = tagged<Shape>({
  go: record<Extract<Shape, { kind: 'go' }>>({ kind: constant('go'), to: whole(-3, 4) }),
  stop: constant({ kind: 'stop' }),
});

describe('bit layouts', () => {
  it('need as few bits as tell the values apart', () => {
    expect([1, 2, 3, 4, 5, 256, 257].map((count) => whole(1, count).width)).toEqual([0, 1, 2, 2, 3, 8, 9]);
  });

  it('whole numbers of up to 53 bits round-trip, and others are no value', () => {
    const wide = codec(whole(-(2 ** 52), 2 ** 52 - 1));
    for (const value of [-(2 ** 52), -1, 0, 1, 2 ** 52 - 1]) expect(wide.decode(wide.encode(value))).toBe(value);
    expect(codec(whole(0, 4)).decode(Uint8Array.of(1, 1, 1))).toBeUndefined();
    expect(codec(whole(0, 4)).decode(Uint8Array.of(1, 1))).toBeUndefined();
  });

  it('property: nested layouts round-trip', () => {
    const layout = record({
      id: whole(0, 20),
      on: flag,
      name: oneOf(['x', 'y', 'z']),
      raw: bitString(3),
      cells: bytesOf(4, 2),
      list: upTo(5, maybe(whole(1, 6))),
      pair: listOf(2, shape),
    });
    const value = fc.record({
      id: fc.nat(20),
      on: fc.boolean(),
      name: fc.constantFrom('x', 'y', 'z'),
      raw: fc.array(fc.nat(1), { minLength: 3, maxLength: 3 }).map((bits) => Uint8Array.from(bits)),
      cells: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }).map((bits) => Uint8Array.from(bits)),
      list: fc.array(fc.option(fc.integer({ min: 1, max: 6 })), { maxLength: 5 }),
      pair: fc.array(
        fc.oneof(
          fc.record({ kind: fc.constant('go' as const), to: fc.integer({ min: -3, max: 4 }) }),
          fc.record({ kind: fc.constant('stop' as const) }),
        ),
        { minLength: 2, maxLength: 2 },
      ),
    });
    fc.assert(
      fc.property(value, (given) => {
        const bits = codec(layout).encode(given);
        expect(bits.length).toBe(layout.width);
        expect(codec(layout).decode(bits)).toEqual(given);
      }),
      { numRuns: 200 },
    );
  });
});
