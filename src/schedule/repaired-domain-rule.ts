import type { DomainBoard } from './domain-board.ts';
import { weighInterest } from './interest.ts';
import type { Knobs } from './knobs.ts';
import { type Allocation, allotModes } from './practice-mode.ts';
import { softmax } from './softmax.ts';

/** Divides by the largest magnitude, into [−1, 1]; all zero stays zero, one domain alone keeps its sign. */
function scaled(values: readonly number[]): number[] {
  const top = Math.max(...values.map(Math.abs));
  return values.map((value) => (top > 0 ? value / top : 0));
}

/**
 * The default allocation: the seed's sum with the terms repaired that measurement showed to fail.
 *
 *     S_m,d  = a1·progress_d + a2·uncertainty_d + a3·PoX_d + σ_m·a4·Stab_d
 *     p_d_m  = floor / n + (1 − floor) · softmax_d(S_m,d / τ + ln w_m,d)
 *     w_act,d = 1        w_synth,d = 1 + uncertainty_d        w_verify,d = 1 + waiting_d
 *
 * progress and uncertainty are those of `weighInterest`; PoX and Stab are divided by their largest magnitude. σ is 0 for
 * act and synth and +1 for verify: the seed's −1 takes practice from an unstable domain, which is where skill keeps being
 * lost, and verification from where violations are. The weight enters as ln w, so that it cannot turn an order round
 * when S < 0.
 *
 * @source seed 000 §4, repaired: |LP| with significance, epistemic uncertainty, sign of Stab, logit, floor
 */
export function repairedDomainRule(
  { domains, step }: DomainBoard,
  waiting: readonly number[],
  knobs: Knobs,
): Allocation {
  const tracks = domains.map(({ track }) => track);
  const interests = weighInterest(tracks, step, knobs);
  const pox = scaled(domains.map((stats) => stats.pox));
  const instability = scaled(domains.map((stats) => stats.instability));
  return allotModes((mode) => {
    const logits = interests.map(({ progress, uncertainty }, d) => {
      const score =
        knobs.progressWeight * progress +
        knobs.noveltyWeight * uncertainty +
        knobs.poxWeight * pox[d]! +
        (mode === 'verify' ? knobs.stabilityWeight * instability[d]! : 0);
      const weight = { act: 1, synth: 1 + uncertainty, verify: 1 + waiting[d]! }[mode];
      return score / knobs.temperature + Math.log(weight);
    });
    return softmax(logits, knobs.floor);
  });
}
