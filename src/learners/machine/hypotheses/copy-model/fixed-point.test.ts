import { createBuilder, evaluateOnce } from '#logic/circuit/graph';
import type { Word } from '#logic/circuit/words';
import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { fixedAdd, fixedConstant, fixedOfDouble, fixedOfWord, fixedTimes, fixedTimesWord } from './fixed-point.ts';

const format = { width: 14, fraction: 6 } as const;

function bitsOf(width: number, value: number): boolean[] {
  return Array.from({ length: width }, (_, i) => Math.floor(value / 2 ** i) % 2 !== 0);
}

/** The number that a fixed-point word stands for. */
function valueOf(bits: readonly boolean[]): number {
  const raw = bits.reduce((sum, bit, i) => sum + (bit ? 2 ** i : 0), 0);
  return (bits.at(-1)! ? raw - 2 ** bits.length : raw) / 2 ** format.fraction;
}

function run(
  widths: readonly number[],
  build: (builder: ReturnType<typeof createBuilder>, given: Word[]) => Word,
  given: readonly boolean[][],
): number {
  const builder = createBuilder();
  const words = widths.map((width) => builder.inputs(width));
  return valueOf(evaluateOnce(builder.build([...build(builder, words)]), given.flat()));
}

function raw(value: number): boolean[] {
  const scaled = Math.round(value * 2 ** format.fraction);
  return bitsOf(format.width, scaled < 0 ? scaled + 2 ** format.width : scaled);
}

describe('fixed-point words', () => {
  const rng = createRng('fixed-point');
  const numbers = Array.from({ length: 40 }, () => (rng.below(4000) - 2000) / 2 ** format.fraction);

  it('add and multiply by constants to the last bit but one', () => {
    for (const a of numbers) {
      expect(run([14], (b, [x]) => fixedAdd(b, x!, fixedConstant(format, 1.5)), [raw(a)])).toBe(a + 1.5);
      for (const factor of [0, 0.116, 0.5, -1, 0.875]) {
        const rounded = Math.round(factor * 2 ** format.fraction) / 2 ** format.fraction;
        const made = run([14], (b, [x]) => fixedTimes(b, format, x!, factor), [raw(a)]);
        expect(Math.abs(made - a * rounded)).toBeLessThan(2 ** -format.fraction);
      }
    }
  });

  it('multiply by small whole numbers', () => {
    for (const a of numbers) {
      for (let small = 0; small < 4; small += 1) {
        if (Math.abs(a * small) >= 127) continue;
        expect(run([14, 2], (b, [x, y]) => fixedTimesWord(b, x!, y!), [raw(a), bitsOf(2, small)])).toBeCloseTo(
          a * small,
          9,
        );
      }
    }
  });

  it('are made of doubles and of words', () => {
    for (const value of [0, 1, -1, 0.5, 3.25, 100.015625, -77.125, 1e-9, 12.3456]) {
      const bytes = new Uint8Array(new Float64Array([value]).buffer);
      const bits = Array.from({ length: 64 }, (_, i) => ((bytes[i >> 3]! >> (i & 7)) & 1) === 1);
      const made = run([64], (b, [x]) => fixedOfDouble(b, format, x!), [bits]);
      expect(Math.abs(made - value)).toBeLessThan(2 ** -format.fraction);
    }
    expect(run([4], (_, [x]) => fixedOfWord(format, x!), [bitsOf(4, 13)])).toBe(13);
  });
});
