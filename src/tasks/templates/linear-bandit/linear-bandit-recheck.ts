import { createRng } from '#foundation/kernel';
import type { Judged } from '#foundation/contracts/tasks';
import { GRAIN, type LinearBandit } from './linear-bandit.ts';

/**
 * Replays an episode from the two streams with means by the hyperbolic tangent, σ(z) = ½ (1 + tanh ½z).
 * Solved: every round played, and at least nine tenths of what the best arms gain over random ones.
 */
export function recheckBandit(world: LinearBandit, actions: readonly (number | undefined)[]): Judged {
  const { rates, weights, starts, noise, rounds, pays } = world;
  const contexts = createRng(`${noise}/contexts`);
  const luck = createRng(`${noise}/rewards`);
  const sums = { reward: 0, chosen: 0, best: 0, random: 0 };
  const played = actions.slice(0, rounds);
  for (const [round, action] of played.entries()) {
    const nibbles = Array.from({ length: Math.ceil(rates.length / 8) }, () => contexts.uint32());
    const ones = rates.flatMap((rate, i) => (Math.floor(nibbles[i >> 3]! / 16 ** (i % 8)) % 16 < rate ? [i] : []));
    const segment = starts.findLastIndex((start) => start <= round);
    const means = weights[segment]!.map((arm) => {
      const z = ones.reduce((sum, i) => sum + arm[i]!, 0);
      return Math.round((GRAIN / 2) * (1 + Math.tanh(z / 2))) / GRAIN;
    });
    const drawn = luck.below(GRAIN) / GRAIN;
    sums.best += Math.max(...means);
    sums.random += means.reduce((sum, mean) => sum + mean, 0) / means.length;
    const mean = action === undefined ? undefined : means[action - 1];
    if (mean === undefined) continue;
    sums.chosen += mean;
    if (pays === 'mean') sums.reward += mean;
    else if (drawn < mean) sums.reward += 1;
  }
  const { reward, chosen, best, random } = sums;
  if (played.length < rounds) return { ok: false, reward, why: `${played.length} of ${rounds} rounds were played` };
  if (chosen >= random + 0.9 * (best - random)) return { ok: true, reward };
  return { ok: false, reward, why: `the arms chosen are worth ${chosen.toFixed(2)} of ${best.toFixed(2)}` };
}
