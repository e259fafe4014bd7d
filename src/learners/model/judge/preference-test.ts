import { logGamma } from '#foundation/statistics/distributions';

/** The evidence for a preference, whenever one stops. */
export interface PreferenceTest {
  /** Takes the next pass: 1 when the pair's `a` won, 0 when `b` did, ½ for a tie. */
  add(outcome: 0 | 0.5 | 1): void;
  /** Which of the two is to stand first in the next pass: they take turns, so that a preference for a place cancels. */
  next(): 'a' | 'b' | undefined;
  readonly decided: 'a' | 'b' | undefined;
  readonly passes: number;
  /** Passes that were not needed, of the most there could have been. */
  readonly saved: number;
  eValue(): number;
  /** The chance that a further pass contradicts the majority, (losses + 1) / (n + 2): the label noise of this pair. */
  flipRate(): number;
}

interface PreferenceTestOptions {
  /** Evidence at which a pair is decided; the chance that a pair without preference ever gets there is 1 / threshold. */
  readonly threshold?: number;
  readonly most?: number;
}

/**
 * A sequential test of one pair against "either is as likely to win", by the mixture of all win rates:
 *
 *     e = 2ⁿ ∫₀¹ pʷ (1 − p)ⁿ⁻ʷ dp = 2ⁿ w! (n − w)! / (n + 1)!
 *
 * It is a martingale from 1 under p = ½, so by Ville's inequality one may look after every pass. Ties count as half of a win for
 * both, which only lowers e. Decisions fall after equally many passes in both orders: a judge that always takes the first
 * place then has as many wins as losses.
 *
 * @source Ville 1939; the uniform mixture: Robbins 1970
 */
export function createPreferenceTest({ threshold = 20, most = 24 }: PreferenceTestOptions = {}): PreferenceTest {
  let n = 0;
  let wins = 0;
  let decided: 'a' | 'b' | undefined;
  const eValue = (): number => preferenceEvidence(wins, n);
  return {
    add(outcome) {
      n += 1;
      wins += outcome;
      if (n % 2 === 0 && eValue() >= threshold) decided = 2 * wins > n ? 'a' : 'b';
    },
    next: () => (decided !== undefined || n >= most ? undefined : n % 2 === 0 ? 'a' : 'b'),
    get decided() {
      return decided;
    },
    get passes() {
      return n;
    },
    get saved() {
      return Math.max(0, most - n);
    },
    eValue,
    flipRate: () => (Math.min(wins, n - wins) + 1) / (n + 2),
  };
}

/** e of `wins` out of n passes; the Γ function carries halves. */
export function preferenceEvidence(wins: number, n: number): number {
  return Math.exp(n * Math.LN2 + logGamma(wins + 1) + logGamma(n - wins + 1) - logGamma(n + 2));
}
