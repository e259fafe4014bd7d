import { invariant, type Rng } from '#kernel';
import type { ScoredRollout } from './rollout.ts';

export type PairCategory = 'improved' | 'regressed' | 'persistent_fail' | 'stable_success';

/** One task under the skill of the previous epoch and under the current one. */
export interface ComparisonPair {
  readonly taskId: string;
  readonly category: PairCategory;
  readonly previous: ScoredRollout;
  readonly current: ScoredRollout;
}

export type PairPolicy = 'mixed' | 'changed' | 'unchanged';

/** The policy of a name or alias; undefined for a name that is none. */
export function pairPolicyOf(_name: string): PairPolicy | undefined {
  invariant(false, 'pairPolicyOf is written');
}

/** Pairs both rollouts of each task. */
export function comparePairs(
  _previous: readonly ScoredRollout[],
  _current: readonly ScoredRollout[],
  _failBelow: number,
): readonly ComparisonPair[] {
  invariant(false, 'comparePairs is written');
}

/** The pairs a policy keeps, at most `samples`, and how many it still lacks (only `changed` is topped up). */
export function keepPairs(
  _pairs: readonly ComparisonPair[],
  _policy: PairPolicy,
  _samples: number,
): { readonly kept: readonly ComparisonPair[]; readonly missing: number } {
  invariant(false, 'keepPairs is written');
}

/** The next block of task ids to roll out under both skills, so that topping up runs in parallel. */
export function topUpBlock(
  _trainIds: readonly string[],
  _seen: ReadonlySet<string>,
  _size: number,
  _rng: Rng,
): readonly string[] {
  invariant(false, 'topUpBlock is written');
}
