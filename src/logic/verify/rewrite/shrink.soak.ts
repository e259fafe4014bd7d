import { it } from 'vitest';
import type { families } from '#logic/circuit/samples';
import { expectSameFunction } from './fixtures/expect-same-function.ts';

const multipliers: readonly (keyof typeof families)[] = ['multiplier', 'treeMultiplier', 'karatsubaMultiplier'];

// oxlint-disable-next-line vitest/expect-expect -- expectSameFunction does
it.each(multipliers)('shrinks %s at sizes 12 to 24 without a difference', (name) => {
  for (let size = 12; size <= 24; size += 4) expectSameFunction(name, size);
});
