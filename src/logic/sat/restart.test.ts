import { expect, it } from 'vitest';
import { luby } from './restart.ts';

it('begins as in the paper', () => {
  const terms = Array.from({ length: 15 }, (_, i) => luby(i + 1));
  expect(terms).toEqual([1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
});
