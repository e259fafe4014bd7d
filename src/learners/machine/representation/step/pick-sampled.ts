import type { Rng } from '#foundation/kernel';
import { guardedLanes, type PickPlaces } from './pick-best.ts';
import type { Ranking } from './policy-rows.ts';

/**
 * Sampling probabilities of weighted candidates: the policy with a floor of exploration.
 *
 *     π(e) = (1 − γ) · exp(w_e) / Σ exp(w) + γ / k
 */
export function samplingShares(weights: Float64Array, floor: number): number[] {
  const highest = Math.max(...weights);
  const odds = Array.from(weights, (weight) => Math.exp(weight - highest));
  const total = odds.reduce((sum, each) => sum + each, 0);
  return odds.map((each) => ((1 - floor) * each) / total + floor / weights.length);
}

/**
 * Lets every lane of a group draw `picks` different candidates whose guard holds, one after the other, each in proportion
 * to its share of what is left. Lanes draw in ascending order from the one stream.
 */
export function pickSampled(ranking: Ranking, lanes: Int32Array, places: PickPlaces, rng: Rng): void {
  const { words, picks } = places;
  const open = ranking.slots.map((slot) => guardedLanes(places.guardOf(slot), places, lanes));
  const picked = ranking.slots.map(() => new Int32Array(words));
  const shares = new Array<number>(ranking.slots.length).fill(0);
  for (let w = 0; w < words; w += 1) {
    for (let rest = lanes[w]!; rest !== 0; rest &= rest - 1) {
      const lane = rest & -rest;
      for (let i = 0; i < shares.length; i += 1) shares[i] = (open[i]![w]! & lane) === 0 ? 0 : ranking.shares[i]!;
      for (let n = 0; n < picks && shares.some((share) => share > 0); n += 1) {
        const i = rng.weighted(shares);
        shares[i] = 0;
        picked[i]![w] = picked[i]![w]! | lane;
      }
    }
  }
  for (const [i, slot] of ranking.slots.entries()) {
    if (picked[i]!.some((word) => word !== 0)) places.pick(slot, ranking.weights[i]!, picked[i]!);
  }
}
