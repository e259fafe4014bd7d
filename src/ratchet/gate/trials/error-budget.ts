import { invariant } from '#foundation/kernel';

/** What is left of a run's error budget, as plain data. */
export interface BudgetState {
  /** Not yet spent. */
  readonly remaining: number;
  /** Trials so far that looked at data, each counted by its weight. */
  readonly clock: number;
  readonly discoveries: number;
}

/** The share of one trial. */
export interface BudgetShare {
  /** The level at which the trial may accept a candidate, over all its looks together. */
  readonly level: number;
  /** Ends the trial. Only a share whose trial never looked at data goes back. */
  close(end: { readonly hasLooked: boolean; readonly isAccepted: boolean }): void;
}

export interface ErrorBudget {
  /** Opens a trial: by its weight among the expected ones, or with a fixed part of what is left. */
  open(weight: number, part?: number): BudgetShare;
  state(): BudgetState;
}

/** What is kept for trials beyond the expected ones, as a part of one of them. */
const LATER = 0.25;

/**
 * One error budget for all the trials of a run, without an end.
 *
 *     share  = remaining · w / (clock + w + tries − ¾)          level = share · (acceptances so far + 1)
 *
 * A trial that comes early, before the one that counts, takes a small part of what is left and does not move the clock; parts are
 * chosen before the trial's data, so every share is. The sum of all shares is at most α, however many trials there are. Where one is expected, the first has four fifths of it.
 *
 * Nothing goes back after a look, however early a trial was given up. The trials that are given up are those that would not
 * have been accepted anyway: racing them out lowers the chance of a false acceptance hardly at all, so it must not make the
 * levels of later ones higher (`gate.long.ts` fails if it does).
 *
 * Acceptances raise the level as in LOND: the expected share of false ones among all accepted is at most α, and while
 * nothing was accepted the chance of accepting anything without gain is at most α.
 *
 * @source Javanmard & Montanari 2018, arXiv:1603.09000 (LOND);
 *   Xu & Ramdas 2024, arXiv:2311.06412 for the argument
 */
export function createErrorBudget(alpha: number, tries: number, from?: BudgetState): ErrorBudget {
  let { remaining, clock, discoveries } = from ?? { remaining: alpha, clock: 0, discoveries: 0 };
  return {
    open(weight, part) {
      const share = remaining * (part ?? weight / (clock + weight + tries - 1 + LATER));
      remaining -= share;
      let isOpen = true;
      return {
        level: Math.min(alpha, share * (discoveries + 1)),
        close({ hasLooked, isAccepted }) {
          invariant(isOpen, 'a share is closed once');
          isOpen = false;
          if (!hasLooked) remaining += share;
          else if (part === undefined) clock += weight;
          if (isAccepted) discoveries += 1;
        },
      };
    },
    state: () => ({ remaining, clock, discoveries }),
  };
}
