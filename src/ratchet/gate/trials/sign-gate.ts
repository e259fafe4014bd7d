import { signTest } from '#foundation/statistics';
import type { PairedOutcome } from '#foundation/contracts/certificates';

/** What a gate says of a candidate: it may replace the incumbent, it may not, or the data cannot tell. */
export interface GateDecision {
  readonly verdict: 'accept' | 'reject' | 'undecided';
  readonly pValue: number;
  readonly wins: number;
  readonly losses: number;
}

/** The name under which certificates of this gate are checked again. */
export const SIGN_TEST = 'sign-exact-one-sided';

/**
 * Accepts a candidate when its wins over the incumbent are too many to be luck.
 *
 *     p = P(X ≥ wins),  X ~ Binomial(wins + losses, ½)        accept iff p ≤ alpha
 *
 * Tasks on which both score the same say nothing and are left out. With so few differing tasks that even a clean
 * sweep could not reach alpha, the answer is `undecided`, not `reject`.
 *
 * @source McNemar 1947, in its exact one-sided form; for graded rewards, the sign test of Arbuthnot 1710
 */
export function signGate(outcomes: readonly PairedOutcome[], alpha: number): GateDecision {
  const { wins, losses } = countSigns(outcomes);
  const pValue = signTest(wins, losses, 'greater');
  if (pValue <= alpha) return { verdict: 'accept', pValue, wins, losses };
  const sweep = signTest(wins + losses, 0, 'greater');
  return { verdict: sweep > alpha ? 'undecided' : 'reject', pValue, wins, losses };
}

/** Tasks that the candidate did better on, and worse. */
export function countSigns(outcomes: readonly PairedOutcome[]): { readonly wins: number; readonly losses: number } {
  let wins = 0;
  let losses = 0;
  for (const { candidate, incumbent } of outcomes) {
    if (candidate > incumbent) wins += 1;
    if (candidate < incumbent) losses += 1;
  }
  return { wins, losses };
}
