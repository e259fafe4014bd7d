import { Fault, type Rng } from '#foundation/kernel';
import { isFailure } from '../optimizer/minibatches.ts';
import type { ScoredRollout } from '../optimizer/rollout.ts';

export type PairCategory = 'improved' | 'regressed' | 'persistent_fail' | 'stable_success';

/** One task under the skill of the previous epoch and under the current one. */
export interface ComparisonPair {
  readonly taskId: string;
  readonly category: PairCategory;
  readonly previous: ScoredRollout;
  readonly current: ScoredRollout;
}

export type PairPolicy = 'mixed' | 'changed' | 'unchanged';

const aliases: Readonly<Record<string, PairPolicy>> = {
  mixed: 'mixed',
  default: 'mixed',
  random: 'mixed',
  all: 'mixed',
  changed: 'changed',
  change: 'changed',
  delta: 'changed',
  '10_01': 'changed',
  '01_10': 'changed',
  unchanged: 'unchanged',
  stable: 'unchanged',
  same: 'unchanged',
  '00_11': 'unchanged',
};

/** The policy of a name or alias. */
export function pairPolicyOf(name: string): PairPolicy {
  const policy = aliases[name.trim().toLowerCase()];
  if (policy === undefined) {
    const names = Object.keys(aliases).join(', ');
    throw new Fault('skill/bad-setting', `longitudinal_pair_policy is ${JSON.stringify(name)}; it may be ${names}`);
  }
  return policy;
}

/** Pairs both rollouts of each task, in the order of the previous ones; a task that lacks one of them has no pair. */
export function comparePairs(
  previous: readonly ScoredRollout[],
  current: readonly ScoredRollout[],
  failBelow: number,
): readonly ComparisonPair[] {
  const byTask = new Map(current.map((rollout) => [rollout.task.id, rollout]));
  return previous.flatMap((before) => {
    const after = byTask.get(before.task.id);
    if (after === undefined) return [];
    const category = categoryOf(isFailure(before, failBelow), isFailure(after, failBelow));
    return [{ taskId: before.task.id, category, previous: before, current: after }];
  });
}

function categoryOf(failedBefore: boolean, failsNow: boolean): PairCategory {
  if (failedBefore) return failsNow ? 'persistent_fail' : 'improved';
  return failsNow ? 'regressed' : 'stable_success';
}

/** The pairs a policy keeps, at most `samples`, and how many it still lacks: only `changed` is topped up. */
export function keepPairs(
  pairs: readonly ComparisonPair[],
  policy: PairPolicy,
  samples: number,
): { readonly kept: readonly ComparisonPair[]; readonly missing: number } {
  const fits = pairs.filter(({ category }) => {
    const isChanged = category === 'improved' || category === 'regressed';
    return policy === 'mixed' || isChanged === (policy === 'changed');
  });
  const kept = fits.slice(0, samples);
  return { kept, missing: policy === 'changed' ? samples - kept.length : 0 };
}

/**
 * The next tasks to roll out under both skills: the ones not seen yet, in one shuffled order, a block at a time, so
 * that topping up runs in parallel and ends with the training set.
 */
export function topUpBlock(
  trainIds: readonly string[],
  seen: ReadonlySet<string>,
  size: number,
  rng: Rng,
): readonly string[] {
  const order = rng.fork('top-up').shuffle([...trainIds]);
  return order.filter((id) => !seen.has(id)).slice(0, size);
}
