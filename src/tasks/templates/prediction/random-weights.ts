import { remember } from '#foundation/kernel';
import { GRAIN } from './symbol-source.ts';

/**
 * The exact expected reward of weights that are each uniform on 0..GRAIN, not all 0: the same whichever symbol comes.
 *
 *     E = Σ_w P(w) · (w = 0 ? worst : log₂ w − E[log₂ (w + S)]),  S the sum of the other weights
 *
 * S is convolved exactly enough: its probabilities are sums of products of doubles.
 */
export const randomWeightsReward = remember((symbols: number, worst: number) => `${symbols}/${worst}`, expectedReward);

function expectedReward(symbols: number, worst: number): number {
  const each = 1 / (GRAIN + 1);
  let others = [1];
  for (let i = 1; i < symbols; i += 1) others = addUniform(others, each);
  let expected = 0;
  let mass = 0;
  for (let weight = 0; weight <= GRAIN; weight += 1) {
    for (const [sum, probability] of others.entries()) {
      if (weight + sum === 0) continue;
      mass += each * probability;
      expected += each * probability * (weight === 0 ? worst : Math.log2(weight / (weight + sum)));
    }
  }
  return expected / mass;
}

/** The distribution of a sum with one more uniform weight, by a running window. */
function addUniform(distribution: readonly number[], each: number): number[] {
  const out = new Array<number>(distribution.length + GRAIN);
  let window = 0;
  for (let sum = 0; sum < out.length; sum += 1) {
    window += distribution[sum] ?? 0;
    if (sum > GRAIN) window -= distribution[sum - GRAIN - 1]!;
    out[sum] = Math.max(0, window) * each;
  }
  return out;
}
