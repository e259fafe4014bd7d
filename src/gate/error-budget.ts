import { invariant } from '#kernel';

/** What is left of a run's error budget, as plain data. */
export interface BudgetState {
  /** Not yet spent. */
  readonly remaining: number;
  /** Trials so far, each counted by its weight and by the part of its share that it used. */
  readonly clock: number;
  readonly discoveries: number;
}

/** The share of one trial. */
export interface BudgetShare {
  /** The level at which the trial may accept a candidate, over all its looks together. */
  readonly level: number;
  /** Ends the trial: `used` is the part of its level that its looks have tested at. */
  close(used: number, isAccepted: boolean): void;
}

export interface ErrorBudget {
  open(weight: number): BudgetShare;
  state(): BudgetState;
}

/** What is kept for trials beyond the expected ones, as a part of one of them. */
const LATER = 0.25;

/**
 * One error budget for all the trials of a run, without an end.
 *
 *     share  = remaining · w / (clock + w + tries − ¾)          level = share · (acceptances so far + 1)
 *
 * The sum of all shares is α, however many trials there are. Where one is expected, the first has four fifths of it. What a
 * trial did not test at, because it was decided or given up early, goes back, and the clock turns by what it used. So a
 * run of hopeless candidates, each raced out at its first look, leaves the level of the next one nearly as it was.
 *
 * Acceptances raise the level as in LOND: the expected share of false ones among all accepted is at most α, and while
 * nothing was accepted the chance of accepting anything without gain is at most α.
 *
 * @source Javanmard & Montanari 2018, arXiv:1603.09000 (LOND); Foster & Stine 2008 (alpha-investing) for giving back;
 *   Xu & Ramdas 2024, arXiv:2311.06412 for the argument
 */
export function createErrorBudget(alpha: number, tries: number, from?: BudgetState): ErrorBudget {
  let { remaining, clock, discoveries } = from ?? { remaining: alpha, clock: 0, discoveries: 0 };
  return {
    open(weight) {
      const share = (remaining * weight) / (clock + weight + tries - 1 + LATER);
      remaining -= share;
      let isOpen = true;
      return {
        level: Math.min(alpha, share * (discoveries + 1)),
        close(used, isAccepted) {
          invariant(isOpen && used >= 0 && used <= 1 + 1e-9, 'a share is closed once, with a part of it used');
          isOpen = false;
          remaining += share * Math.max(0, 1 - used);
          clock += weight * used;
          if (isAccepted) discoveries += 1;
        },
      };
    },
    state: () => ({ remaining, clock, discoveries }),
  };
}
