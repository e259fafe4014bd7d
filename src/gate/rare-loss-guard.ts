import { createBettingTest } from '#kernel';

/** Capital that must be won before differences other than −1, 0 and 1 are believed. */
const ENOUGH = 30;

/**
 * Whether a gain could hide a rare great loss that these tasks do not show.
 *
 * Flipped signs take the differences for symmetric. Where every task gains a little and one in ten, unseen here, loses all,
 * they are not, and few tasks with many repeats would look certain. Betting on a mean above 0 assumes nothing but
 * |d| ≤ 1: without gain, capital grows thirtyfold with chance at most 1/30, on top of what the signs must show.
 * Differences of −1, 0 and 1 need no guard, because the sign test is exact for their mean.
 *
 * @source Waudby-Smith & Ramdas 2024, arXiv:2010.09686, through `createBettingTest`
 */
export function couldHideLoss(differences: readonly number[]): boolean {
  if (differences.every((d) => Number.isInteger(d))) return false;
  const bets = createBettingTest({ alpha: 1 / ENOUGH, nullMean: 0.5, alternative: 'greater' });
  for (const d of differences) bets.add((d + 1) / 2);
  return bets.wealth() < ENOUGH;
}
