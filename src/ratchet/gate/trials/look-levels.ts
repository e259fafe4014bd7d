import { spendAlpha } from './spend-alpha.ts';

/** The error budget of a run of one-look trials, as a value: what was looked at, and what was accepted. */
export interface LookLevels {
  readonly alpha: number;
  readonly looks: number;
  readonly accepted: number;
  /**
   * `family`: any number of looks accept a useless candidate with probability at most alpha. `discoveries`: at most that share of what is
   * accepted is useless, so that each acceptance earns room for the next.
   */
  readonly rule: 'family' | 'discoveries';
}

/**
 * The level of the next look.
 *
 *     family:       alpha_k = alpha · 6 / (π² k²)
 *     discoveries:  alpha_k = alpha · 6 / (π² k²) · (1 + acceptances before), at most ½
 *
 * @source `spend-alpha.ts`; LOND: Javanmard & Montanari 2018
 */
export function nextLevel({ alpha, looks, accepted, rule }: LookLevels): number {
  const level = spendAlpha(alpha, looks + 1);
  return rule === 'family' ? level : Math.min(0.5, level * (1 + accepted));
}
