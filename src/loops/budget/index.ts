/** What a run may spend. */
export { boundModel } from './bound-model.ts';
export { createBudget } from './budget.ts';
export { estimateRun } from './estimate.ts';
export type { Price } from './limits.ts';
export { createStopwatch } from './stopwatch.ts';
