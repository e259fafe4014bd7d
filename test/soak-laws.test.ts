import { expect, it } from 'vitest';
import { soakedOf } from './soak-laws.ts';

const sampleAt = (seed: number, megabytes: number) => ({
  seed,
  seconds: 10 * seed,
  megabytes,
  heap: megabytes / 2,
  handles: 30,
  resources: 1,
});

it('a soak: growth is that of the last quarter of the runs over the second, however seldom they come', () => {
  const flat = Array.from({ length: 12 }, (_, i) => sampleAt(i + 1, i < 3 ? 50 : 200));
  expect(soakedOf(flat)).toMatchObject({ runs: 12, minutes: 2, growth: 0, heapGrowth: 0 });
  const leaking = Array.from({ length: 40 }, (_, i) => sampleAt((i + 1) ** 3, 200 + i));
  expect(soakedOf(leaking).growth).toBeCloseTo((234.5 - 214.5) / 214.5, 10);
  expect(() => soakedOf(flat.slice(1))).toThrow('only 11 runs');
});
