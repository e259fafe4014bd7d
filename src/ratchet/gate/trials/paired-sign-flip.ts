import type { PairedOutcome } from '#foundation/contracts/certificates';
import { signFlipTest } from '#foundation/statistics';

/** Differences are counted in units of 1/grid; the first grid that fits them all is used, else the last, with rounding. */
const GRIDS = [1, 2, 3, 4, 6, 8, 12, 60] as const;

/** The name, up to the grid, under which certificates of this test are checked again. */
export const SIGN_FLIP_TEST = 'sign-flip-exact-one-sided';

/**
 * Tests per-task mean scores by flipping the sign of each task's difference, exactly.
 *
 *     mᵢ = round(grid · (candidateᵢ − incumbentᵢ)),   p = P(Σ εᵢ|mᵢ| ≥ Σ mᵢ)
 *
 * Rounding is the same for both signs, so it costs no validity. The unit is the task, however many repeats its mean has.
 *
 * @source Fisher 1935, The Design of Experiments §21
 */
export function pairedSignFlip(outcomes: readonly PairedOutcome[]): { readonly test: string; readonly pValue: number } {
  const differences = outcomes.map(({ candidate, incumbent }) => candidate - incumbent);
  const grid = GRIDS.find((g) => differences.every((d) => Math.abs(d * g - Math.round(d * g)) < 1e-9)) ?? GRIDS.at(-1)!;
  const whole = differences.map((d) => Math.sign(d) * Math.round(Math.abs(d) * grid));
  return { test: `${SIGN_FLIP_TEST}/${grid}`, pValue: signFlipTest(whole) };
}
