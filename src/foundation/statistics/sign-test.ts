import { binomialTail } from './distributions/binomial-tail.ts';
import { requireWhole } from './require-sample.ts';

/** Which departure from the null counts as evidence: larger, smaller, or either. */
export type Alternative = 'greater' | 'less' | 'two-sided';

/**
 * How likely a fair coin is to give a record at least this lopsided; ties are left out by the caller.
 *
 *     greater:    P(X ≥ wins),  X ~ Binomial(wins + losses, ½)
 *     two-sided:  twice the smaller tail, at most 1
 *
 * An empty record gives 1.
 *
 * @source Dixon & Mood 1946
 */
export function signTest(wins: number, losses: number, alternative: Alternative): number {
  requireWhole(wins, 0, Number.MAX_SAFE_INTEGER, 'wins');
  requireWhole(losses, 0, Number.MAX_SAFE_INTEGER - wins, 'losses');
  const n = wins + losses;
  if (alternative === 'two-sided') return Math.min(1, 2 * binomialTail(Math.max(wins, losses), n, 0.5));
  return binomialTail(alternative === 'greater' ? wins : losses, n, 0.5);
}
