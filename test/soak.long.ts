import { expect, it } from 'vitest';
import { workplace } from './attacks/workplace.ts';
import { soak } from './soak-laws.ts';

const folder = workplace();

// Five minutes in all; an hour each is `npm run test:soak`. Short runs are still warming up, so that the bound on memory is wider here.
it.each(['train', 'evolve'] as const)('%s: memory and handles stay flat for minutes', async (loop) => {
  const soaked = await soak(loop, 2.5, folder);
  expect(soaked.growth).toBeLessThan(0.1);
  expect(soaked.handles.late).toBeLessThanOrEqual(soaked.handles.early + 1);
});
