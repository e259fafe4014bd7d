import type { PairedOutcome } from '#contracts';

/**
 * The p of an exact sign-flip test, counted again in whole numbers:
 *
 *     mᵢ = round(grid · (candidateᵢ − incumbentᵢ)),   p = #{ε : Σ εᵢ|mᵢ| ≥ Σ mᵢ} / 2ⁿ
 *
 * by how many sign vectors reach each sum; it shares neither code nor rounding with the gate that wrote the certificate.
 */
export function signFlipTail(outcomes: readonly PairedOutcome[], grid: number): number {
  const steps = outcomes.map(({ candidate, incumbent }) => {
    const difference = (candidate - incumbent) * grid;
    return difference < 0 ? -Math.round(-difference) : Math.round(difference);
  });
  const observed = steps.reduce((sum, step) => sum + step, 0);
  let ways = new Map<number, bigint>([[0, 1n]]);
  for (const step of steps) {
    const next = new Map<number, bigint>();
    for (const [sum, count] of ways) {
      for (const reached of [sum + step, sum - step]) next.set(reached, (next.get(reached) ?? 0n) + count);
    }
    ways = next;
  }
  let reaching = 0n;
  for (const [sum, count] of ways) if (sum >= observed) reaching += count;
  // 2⁶⁴ · reaching / 2ⁿ as a whole number keeps 64 bits of p before the one rounding to a double.
  return Number((reaching << 64n) >> BigInt(steps.length)) / 2 ** 64;
}
