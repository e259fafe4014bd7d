import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { parity } from './parity.ts';

const onesOf = (bits: Uint8Array): number => bits.reduce((sum, bit) => sum + bit, 0);

describe('parity of strings with any number of ones', () => {
  const params = { length: 6, reward: 'zero_one', ones: 'spread' } as const;

  it('draws each number of ones from 1 to T, and each place, equally often', () => {
    const rng = createRng('parity/spread');
    const counts = new Array<number>(7).fill(0);
    const places = new Array<number>(6).fill(0);
    for (let i = 0; i < 12_000; i += 1) {
      const { bits } = parity.generate(params, rng);
      counts[onesOf(bits)]! += 1;
      for (const [place, bit] of bits.entries()) places[place]! += bit;
    }
    expect(counts[0]).toBe(0);
    for (const count of counts.slice(1)) expect(Math.abs(count - 2000)).toBeLessThan(200);
    for (const count of places) expect(Math.abs(count - 7000)).toBeLessThan(300);
  });

  it('weighs a string as the generator makes it: all strings with k ones have the same share in all', () => {
    const sequence = parity.sequence!;
    const whole = parity.generate(params, createRng('parity/weight'));
    const shares = new Array<number>(7).fill(0);
    for (let word = 0; word < 64; word += 1) {
      const made = sequence.replace(
        whole,
        Array.from({ length: 6 }, (_, i) => (word >> i) & 1),
      );
      if (made !== undefined) shares[onesOf(made.bits)]! += sequence.weight!(made);
    }
    expect(shares[0]).toBe(0);
    for (const share of shares.slice(1)) expect(share).toBeCloseTo(20, 10);
  });

  it('refuses an odd length, where one answer would be more frequent', () => {
    expect(parity.conflict!({ ...params, length: 7 })).toMatch(/must be even/);
    expect(parity.conflict!({ ...params, length: 7, ones: 'fair' })).toBeUndefined();
  });
});
