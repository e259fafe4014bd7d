import { expect, it } from 'vitest';
import { workplace } from './attacks/workplace.ts';
import { soak } from './soak-laws.ts';

const folder = workplace();
/** An hour each, or as many minutes as PAWL_SOAK_MINUTES says. Both at once: each is a process of its own, and it is memory that is measured. */
const minutes = Number(process.env['PAWL_SOAK_MINUTES'] ?? 60);

it.concurrent.for(['train', 'evolve'] as const)('%s: memory and handles stay flat', async (loop, { task }) => {
  const soaked = await soak(loop, minutes, folder);
  Object.assign(task.meta, { figures: soaked });
  expect(soaked.growth).toBeLessThan(0.05);
  expect(soaked.heapGrowth).toBeLessThan(0.05);
  expect(soaked.handles.late).toBeLessThanOrEqual(soaked.handles.early);
});
