import type { Intervention } from './causal-model.ts';

/** Interventions to choose from, and what they are worth. */
export interface Arms {
  readonly arms: readonly Intervention[];
  /** P(the target is as wanted) under each arm. */
  readonly effects: readonly number[];
}
