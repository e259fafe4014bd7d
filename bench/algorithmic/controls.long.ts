import { it } from 'vitest';
import { controlled, expectNothingLearnt } from './fixtures/controls.ts';

// oxlint-disable-next-line vitest/expect-expect -- expectNothingLearnt does
it.each(controlled)('learns nothing from scrambled labels of $name', (task) => {
  expectNothingLearnt(task);
});
