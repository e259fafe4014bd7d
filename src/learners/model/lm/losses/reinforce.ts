import { type Objective, sum } from '../objective.ts';
import type { Sequence } from '../sequence.ts';

/** An answer that was sampled and rewarded. */
export interface RewardedSample extends Sequence {
  readonly reward: number;
  /** Whose answer it is, such as generator or solver: each role has a baseline of its own. */
  readonly role?: string;
  /** Samples that are compared with one another, such as those of one prompt; by default all of the role. */
  readonly group?: string;
}

/**
 * Rewards less the mean reward of the other samples of the same role and group; a sample without others has advantage 0, since nothing
 * says whether its reward is high.
 *
 * @source Kool, van Hoof & Welling 2019: leave-one-out; SPIRAL 2025, arXiv:2506.24119: one baseline per role
 */
function leaveOneOut(samples: readonly Pick<RewardedSample, 'reward' | 'role' | 'group'>[]): number[] {
  const key = ({ role, group }: Pick<RewardedSample, 'role' | 'group'>): string => JSON.stringify([role, group]);
  const groups = new Map<string, { count: number; total: number }>();
  for (const sample of samples) {
    const group = groups.get(key(sample)) ?? { count: 0, total: 0 };
    groups.set(key(sample), { count: group.count + 1, total: group.total + sample.reward });
  }
  return samples.map((sample) => {
    const { count, total } = groups.get(key(sample)) ?? { count: 1, total: sample.reward };
    return count < 2 ? 0 : sample.reward - (total - sample.reward) / (count - 1);
  });
}

/**
 * −(1 / n) Σ advantage · log P(sample): its gradient is the policy gradient, without bias while the samples are the model's own.
 *
 * @source Williams 1992
 */
export function reinforce(samples: readonly RewardedSample[]): Objective {
  const advantages = leaveOneOut(samples);
  const n = samples.length;
  return {
    sequences: samples,
    loss: (logProbs) => ({
      value: -sum(logProbs.map((each, i) => advantages[i]! * sum(each))) / n,
      slopes: logProbs.map((each, i) => new Float64Array(each.length).fill(-advantages[i]! / n)),
      metrics: { reward: sum(samples.map(({ reward }) => reward)) / n },
    }),
  };
}
