import { requireWhole } from './require-sample.ts';

/**
 * How often random signs give whole differences a sum at least as large as theirs, exactly.
 *
 *     p = P(Σ εᵢ|mᵢ| ≥ Σ mᵢ) = P(S ≥ Σ max(mᵢ, 0)),   S = sum of a random half of the |mᵢ|, each in or out by a fair coin
 *
 * The distribution of S is built up one difference at a time, in Σ|mᵢ| cells. Where all differences are −1, 0 or 1 this
 * is the sign test. Σ mᵢ² is the same for all signs, so the sum orders sign patterns as Student's t does, and the test
 * keeps its level in large samples for differences of mean zero that are not symmetric.
 *
 * @source Fisher 1935, The Design of Experiments §21; Pagano & Tritchler 1983 for counting sums instead of patterns;
 *   Janssen 1997 for the level without symmetry
 */
export function signFlipTest(differences: readonly number[]): number {
  let total = 0;
  let observed = 0;
  for (const m of differences) {
    requireWhole(m, -1e6, 1e6, 'a difference of signFlipTest');
    total += Math.abs(m);
    if (m > 0) observed += m;
  }
  const chance = new Float64Array(total + 1);
  chance[0] = 1;
  let reach = 0;
  for (const m of differences) {
    const size = Math.abs(m);
    if (size === 0) continue;
    reach += size;
    for (let sum = reach; sum >= size; sum -= 1) chance[sum] = (chance[sum]! + chance[sum - size]!) / 2;
    for (let sum = Math.min(size, reach + 1) - 1; sum >= 0; sum -= 1) chance[sum]! /= 2;
  }
  let tail = 0;
  for (let sum = total; sum >= observed; sum -= 1) tail += chance[sum]!;
  return Math.min(1, tail);
}
