import type { DomainBoard } from './domain-board.ts';
import { weighInterest } from './interest.ts';
import type { Knobs } from '../knobs.ts';
import { type Allocation, allotModes } from './practice-mode.ts';
import { softmax } from './softmax.ts';

/** Divides by the largest magnitude, into [−1, 1]; below `least` that scale would turn a trace into a full signal. */
function scaled(values: readonly number[], least: number): number[] {
  const top = Math.max(least, ...values.map(Math.abs));
  return values.map((value) => value / top);
}

/**
 * The default allocation: the specification's sum with the terms repaired that measurement showed to fail.
 *
 *     S_m,d  = a1·progress_d + b2·uncertainty_d + b3·PoX_d + σ_m·b4·Stab_d
 *     p_d_m  = floor / n + (1 − floor) · softmax_d(S_m,d / τ + ln w_m,d)
 *     w_act,d = 1        w_synth,d = 1 + uncertainty_d        w_verify,d = 1 + waiting_d
 *
 * progress and uncertainty are those of `weighInterest`; PoX and Stab are divided by their largest magnitude. b2 to b4
 * are smaller than the specification's a2 to a4, since τ is small: 0.2 already makes a domain e² times as likely. σ is 0 for act
 * and synth and +1 for verify: the specification's −1 takes practice from an unstable domain, where skill keeps being lost, and
 * verification from where violations are. The weight enters as ln w, so that it cannot turn an order round when S < 0.
 *
 * @source spec/pipeline §4, repaired: |LP| with significance, epistemic uncertainty, sign of Stab, logit, floor
 */
export function repairedDomainRule(
  { domains, step }: DomainBoard,
  waiting: readonly number[],
  knobs: Knobs,
): Allocation {
  const tracks = domains.map(({ track }) => track);
  const interests = weighInterest(tracks, step, knobs);
  const pox = scaled(
    domains.map((stats) => stats.pox),
    knobs.minSignal,
  );
  const instability = scaled(
    domains.map((stats) => stats.instability),
    knobs.minSignal,
  );
  return allotModes((mode) => {
    const logits = interests.map(({ progress, uncertainty }, d) => {
      const score =
        knobs.progressWeight * progress +
        knobs.noveltyWeight * uncertainty +
        knobs.yieldWeight * pox[d]! +
        (mode === 'verify' ? knobs.instabilityWeight * instability[d]! : 0);
      const weight = { act: 1, synth: 1 + uncertainty, verify: 1 + waiting[d]! }[mode];
      return score / knobs.temperature + Math.log(weight);
    });
    return softmax(logits, knobs.floor);
  });
}
