import { Fault, type Rng } from '#foundation/kernel';
import type { ScoredRollout } from './rollout.ts';
import type { Source } from '../edits/update-item.ts';

export interface Minibatch {
  readonly source: Source;
  /** `fail_000`, `succ_000`, … */
  readonly name: string;
  /** Short prefix of the ids of its items. */
  readonly prefix: string;
  readonly rollouts: readonly ScoredRollout[];
}

export interface Partition {
  readonly minibatchSize: number;
  readonly failureOnly: boolean;
  readonly failBelow: number;
}

/** A failure has `hard` below the bound. The original's bound is 1e-9, which takes any partial success for a success. */
export function isFailure({ outcome }: ScoredRollout, failBelow: number): boolean {
  return outcome.score.hard < failBelow;
}

/**
 * Failures, then successes, each shuffled with its own stream and cut into groups of M. A last group is as small as
 * what is left.
 */
export function minibatches(rollouts: readonly ScoredRollout[], partition: Partition, rng: Rng): Minibatch[] {
  const { minibatchSize, failureOnly, failBelow } = partition;
  if (!(Number.isInteger(minibatchSize) && minibatchSize >= 1)) {
    throw new Fault('skill/bad-setting', `minibatch_size is ${minibatchSize}; it must be a whole number from 1`);
  }
  const cut = (source: Source, label: string, all: ScoredRollout[]): Minibatch[] =>
    Array.from({ length: Math.ceil(all.length / minibatchSize) }, (_, i) => ({
      source,
      name: `${label}_${String(i).padStart(3, '0')}`,
      prefix: `${label[0]}${i}`,
      rollouts: all.slice(i * minibatchSize, (i + 1) * minibatchSize),
    }));
  const failed = rollouts.filter((each) => isFailure(each, failBelow));
  const passed = failureOnly ? [] : rollouts.filter((each) => !isFailure(each, failBelow));
  return [
    ...cut('failure', 'fail', rng.fork('failures').shuffle(failed)),
    ...cut('success', 'succ', rng.fork('successes').shuffle(passed)),
  ];
}
