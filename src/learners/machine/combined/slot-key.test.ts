import type { FacePorts, PortedBits } from '#foundation/contracts/words';
import { describe, expect, it } from 'vitest';
import { keyDistance, sameSizes, slotKeyOf } from './slot-key.ts';

/** Words of one bit, alone or in a list. */
const words = (count: number, { items = 0, symbol = false } = {}): PortedBits => ({
  width: count * Math.max(1, items),
  ports: Array.from({ length: count }, (_, i) => ({
    role: 'word',
    offset: i,
    width: 1,
    values: 2,
    low: 0,
    symbol,
    repeats: items === 0 ? [] : [{ list: i, count: items, stride: 1 }],
    cases: [],
  })),
});

const face = (observation: PortedBits, action = words(1)): FacePorts => ({ observation, action });

describe('the key of a slot', () => {
  it('is the same for faces that show the same, wherever their words lie', () => {
    const one = face(words(3));
    const moved = words(3);
    const ports = moved.ports.map((port) => ({ ...port, offset: 2 - port.offset }));
    expect(slotKeyOf(face({ ...moved, ports })).bits).toEqual(slotKeyOf(one).bits);
    expect(slotKeyOf(one).bits.length).toBe(64);
  });

  it('is near for similar faces, and far for others', () => {
    const key = slotKeyOf(face(words(1, { items: 8 })));
    const longer = slotKeyOf(face(words(1, { items: 9 })));
    const other = slotKeyOf(face(words(8, { symbol: true }), words(4)));
    expect(keyDistance(key, longer)).toBeLessThan(keyDistance(key, other) / 2);
    expect(keyDistance(key, longer)).toBeGreaterThan(0);
  });

  it('tells exactly which sizes fit, whatever a face is called', () => {
    const key = slotKeyOf(face(words(6)));
    expect(sameSizes(key, slotKeyOf(face(words(3, { items: 2 }))))).toBe(true);
    expect(sameSizes(key, slotKeyOf(face(words(7))))).toBe(false);
    expect(sameSizes(key, slotKeyOf(face(words(6), words(2))))).toBe(false);
    const named = slotKeyOf(face(words(6)), 'PARITY@1');
    expect(sameSizes(key, named)).toBe(true);
    expect(keyDistance(named, slotKeyOf(face(words(6)), 'DYCK1@1'))).toBeGreaterThan(0);
  });
});
