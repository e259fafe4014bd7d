import type { Replacements } from './adaptive-value-experts.ts';
import type { RoutingRecord } from './routed-values.ts';

/** A learner of bandits; the context is given as the list of its ones. */
export interface BanditLearner {
  choose(ones: Int32Array, count: number, context: number): number;
  learn(ones: Int32Array, count: number, arm: number, reward: number): void;
  /** The world has just changed: told only to the oracle. */
  changed?(): void;
  /** What it replaced when it found changes. */
  readonly replacements?: Replacements;
  /** What its mid path did. */
  readonly routing?: RoutingRecord;
}

/** Writes the positions of the ones of a context; returns how many. */
export function onesOf(context: number, into: Int32Array): number {
  let count = 0;
  for (let rest = context, bit = 0; rest !== 0; rest >>>= 1, bit += 1) {
    if ((rest & 1) === 1) {
      into[count] = bit;
      count += 1;
    }
  }
  return count;
}
