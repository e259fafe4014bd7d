import type { PairedPasses } from './paired-passes.ts';

/**
 * Kendall's coefficient of consistence of a round robin: 1 when the preferences form an order, 0 with as many circles
 * a ≻ b ≻ c ≻ a as there can be. Nothing where a pair was not compared, or fewer than three answers were.
 *
 *     d = k(k−1)(2k−1)/12 − ½ Σ sᵢ²        sᵢ = pairs that i wins, an even split counting half for both
 *     ζ = 1 − 24 d / (k³ − k) for odd k,  1 − 24 d / (k³ − 4k) for even k
 *
 * @source Kendall & Babington Smith 1940; with ties Σ sᵢ² is smaller, so ties count as part of a circle
 */
export function coefficientOfConsistence(answers: number, pairs: readonly PairedPasses[]): number | undefined {
  if (answers < 3 || pairs.length < (answers * (answers - 1)) / 2) return undefined;
  const won = Array.from({ length: answers }, () => 0);
  for (const { a, b, winsA, winsB } of pairs) {
    const share = winsA === winsB ? 0.5 : winsA > winsB ? 1 : 0;
    won[a]! += share;
    won[b]! += 1 - share;
  }
  const squares = won.reduce((sum, s) => sum + s * s, 0);
  const circles = (answers * (answers - 1) * (2 * answers - 1)) / 12 - squares / 2;
  const most = (answers ** 3 - (answers % 2 === 1 ? 1 : 4) * answers) / 24;
  return Math.min(1, Math.max(0, 1 - circles / most));
}
