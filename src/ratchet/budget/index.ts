/** What a run may spend. */
export { boundModel } from './bound-model.ts';
export { type Budget, createBudget } from './budget.ts';
export type { Role } from './ceiling.ts';
export { type Amount, amountOf, type Limits, type Price, shareSpent } from './limits.ts';
export { ASKED_TO_STOP, createStopwatch, type Ends, type Stopwatch } from './stopwatch.ts';
export { promptBound } from './prompt-bound.ts';
export { isBudgetSpent, untilSpent } from './until-spent.ts';
