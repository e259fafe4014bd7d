import { expect, it } from 'vitest';
import { bitsFor } from './bits-for.ts';

it('is the least width that has a value for each thing, beside every power of two up to 52 bits', () => {
  expect([0, 1, 2, 3, 4, 5].map(bitsFor)).toEqual([0, 0, 1, 2, 2, 3]);
  for (let width = 2; width < 53; width += 1) {
    expect([2 ** width - 1, 2 ** width, 2 ** width + 1].map(bitsFor), `2^${width}`).toEqual([width, width, width + 1]);
  }
});
