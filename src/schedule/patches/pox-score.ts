import type { Knobs } from '../knobs.ts';

/** Estimated gain of a patch: regret reduction, safety, fast-path cost reduction, information. */
export interface Gain {
  readonly R: number;
  readonly S: number;
  readonly C: number;
  readonly I: number;
}

/**
 * The composite PoX score.
 *
 *     score(Δ) = w_R·ΔR + w_S·ΔS + w_C·ΔC + w_I·ΔI
 *
 * @source spec/pipeline §2.4, §6
 */
export function poxScore(gain: Gain, knobs: Knobs): number {
  return knobs.poxR * gain.R + knobs.poxS * gain.S + knobs.poxC * gain.C + knobs.poxI * gain.I;
}
