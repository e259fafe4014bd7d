import type { Sequence } from './sequence.ts';

/** A loss at some log-probabilities. */
export interface LossValue {
  /** What is minimised. */
  readonly value: number;
  /** Per sequence, ∂value / ∂ log P of each of its targets. */
  readonly slopes: readonly Float64Array[];
  /** Numbers to look at, such as the share of pairs ordered rightly. */
  readonly metrics?: Readonly<Record<string, number>>;
}

/** Something to learn from one batch: its sequences, and a loss of their log-probabilities. */
export interface Objective {
  readonly sequences: readonly Sequence[];
  loss(logProbs: readonly Float64Array[]): LossValue;
}

/** Σ x. */
export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const x of numbers) total += x;
  return total;
}
