import { type Objective, sum } from '../objective.ts';
import type { Sequence } from '../sequence.ts';

/** An answer of a group, with what it was sampled and is held to. */
export interface GroupSample extends Sequence {
  readonly reward: number;
  /** Samples of one prompt have one group. */
  readonly group: string;
  /** log P of its targets when it was sampled; the present ones by default. */
  readonly sampled?: Float64Array;
  /** log P of its targets under the reference that the model is held to. */
  readonly reference?: Float64Array;
}

export interface GrpoOptions {
  /** How far a probability may move from where it was sampled before it stops to count. */
  readonly clip?: number;
  /** Weight of the divergence from the reference. */
  readonly beta?: number;
  /** Whether advantages are divided by the group's deviation, as published; without, noise is not blown up where all is noise. */
  readonly isScaled?: boolean;
}

/**
 * With ρ = P / P when sampled, A the reward's place in its group, r = P_ref / P: the mean over samples and their tokens of
 *
 *     −min(ρ A, clip(ρ, 1 ± ε) A) + β (r − ln r − 1)
 *
 * @source Shao et al. 2024, DeepSeekMath, arXiv:2402.03300 eq. 3 and 4
 */
export function grpo(samples: readonly GroupSample[], options: GrpoOptions = {}): Objective {
  const { clip = 0.2, beta = 0, isScaled = true } = options;
  const advantages = groupPlaces(samples, isScaled);
  const loss: Objective['loss'] = (logProbs) => {
    let value = 0;
    let clipped = 0;
    const slopes = logProbs.map((each, i) => {
      const { sampled = each, reference } = samples[i]!;
      const share = 1 / (samples.length * each.length);
      return each.map((logP, t) => {
        const ratio = Math.exp(logP - sampled[t]!);
        const advantage = advantages[i]!;
        const held = Math.min(Math.max(ratio, 1 - clip), 1 + clip);
        const isFree = ratio * advantage <= held * advantage;
        const gap = reference === undefined ? 0 : reference[t]! - logP;
        if (!isFree) clipped += 1;
        value += share * (beta * (Math.exp(gap) - gap - 1) - (isFree ? ratio : held) * advantage);
        return share * (beta * (1 - Math.exp(gap)) - (isFree ? ratio * advantage : 0));
      });
    });
    const tokens = sum(logProbs.map((each) => each.length));
    const reward = sum(samples.map((sample) => sample.reward)) / samples.length;
    return { value, slopes, metrics: { reward, clipped: clipped / tokens } };
  };
  return { sequences: samples, loss };
}

/** (reward − mean of the group), over the group's deviation where scaled. */
function groupPlaces(samples: readonly GroupSample[], isScaled: boolean): number[] {
  const groups = new Map<string, number[]>();
  for (const { group, reward } of samples) groups.set(group, [...(groups.get(group) ?? []), reward]);
  return samples.map(({ group, reward }) => {
    const rewards = groups.get(group) ?? [];
    const mean = sum(rewards) / rewards.length;
    if (!isScaled) return reward - mean;
    const deviation = Math.sqrt(sum(rewards.map((x) => (x - mean) ** 2)) / rewards.length);
    return (reward - mean) / (deviation + 1e-4);
  });
}
