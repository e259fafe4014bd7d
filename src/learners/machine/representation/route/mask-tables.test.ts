import { expect, it } from 'vitest';
import { createMemory } from '#logic/wasm/run';
import { BlockStore } from './block-store.ts';
import { MaskTables } from './mask-tables.ts';

function masksOf(bits: number): number[][] {
  const memory = createMemory(1);
  const { address, reach } = new MaskTables(new BlockStore(memory, 0, 2 ** 24)).ofLength(bits);
  const words = new Uint32Array(memory.buffer);
  return Array.from({ length: reach + 1 }, (_, r) =>
    Array.from(words.subarray(words[(address >>> 2) + r]! >>> 2, words[(address >>> 2) + r + 1]! >>> 2)),
  );
}

const onesOf = (mask: number): number => mask.toString(2).replaceAll('0', '').length;

it.each([1, 5, 8, 12])('lists every mask of %i bits once, by number of ones', (bits) => {
  const lists = masksOf(bits);
  expect(lists.length).toBe(bits + 1);
  for (const [ones, masks] of lists.entries()) expect(masks.every((mask) => onesOf(mask) === ones)).toBe(true);
  expect(lists.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 2 ** bits }, (_, i) => i));
});

it('stops before the first number of ones that would make the lists too long', () => {
  expect(masksOf(24).map(({ length }) => length)).toEqual([1, 24, 276, 2024, 10626]);
});
