import type { BudgetState } from './trials/error-budget.ts';

/** All that a sequential gate remembers between trials, as plain data. @source `sequential-gate.ts` */
export interface SequentialState {
  readonly budget: BudgetState;
  readonly trials: number;
  /** The first repeat that the next trial uses. */
  readonly nextRepeat: number;
}
