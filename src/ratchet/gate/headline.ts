import { Fault } from '#foundation/kernel';
import { type Interval, mean } from '#foundation/statistics';
import { inverseIncompleteBeta } from '#foundation/statistics/distributions';

/** A score to be told to others: corrected for optimism, with an interval. */
export interface Headline {
  readonly score: number;
  readonly interval: Interval;
  readonly confidence: number;
  /** Tasks behind it: the unit of the interval. */
  readonly tasks: number;
  /** What was taken off the score that selection saw; 0 on a sealed split. */
  readonly optimism: number;
}

/**
 * The score of a finished skill on tasks that no decision has seen: nothing to correct, only to be bounded.
 *
 *     s = mean over tasks of the mean over repeats
 *     interval: Clopper–Pearson with Σ scores as the number of successes among n tasks
 *
 * A score in [0, 1] spreads less than a coin of the same mean, so the binomial interval also holds for means over repeats
 * and for graded scores, and it does not shrink to nothing when every task is solved.
 *
 * @source Clopper & Pearson 1934; Hoeffding 1956 for sums of bounded variables against the binomial
 */
export function sealedHeadline(scores: readonly (readonly number[])[], confidence = 0.95): Headline {
  const perTask = scores.filter((repeats) => repeats.length > 0).map((repeats) => mean(repeats));
  if (perTask.length === 0) throw new Fault('gate/no-scores', 'no task of the split has a score');
  const score = mean(perTask);
  return {
    score,
    interval: boundedInterval(score * perTask.length, perTask.length, confidence),
    confidence,
    tasks: perTask.length,
    optimism: 0,
  };
}

/**
 * The score of the incumbent on the validation tasks. What it scored in the trial that accepted it is the luck it was chosen for;
 * only rollouts made after that count, and the difference between the two is the optimism that is taken off. The tasks too were lucky for
 * whichever of the `tried` skills they chose: the interval holds for all of them at once, at 1 − (1 − confidence) / tried each.
 *
 * @source Efron 1983 on optimism; fresh measurement in place of his bootstrap; Bonferroni over the skills that were tried
 */
export function validationHeadline(
  selected: readonly (readonly number[])[],
  fresh: readonly (readonly number[])[],
  { tried = 1, confidence = 0.95 }: { readonly tried?: number; readonly confidence?: number } = {},
): Headline {
  const headline = sealedHeadline(fresh, 1 - (1 - confidence) / Math.max(1, tried));
  const seen = selected.filter((repeats) => repeats.length > 0).map((repeats) => mean(repeats));
  return { ...headline, optimism: seen.length === 0 ? 0 : mean(seen) - headline.score };
}

function boundedInterval(successes: number, n: number, confidence: number): Interval {
  const tail = (1 - confidence) / 2;
  return {
    low: successes <= 0 ? 0 : inverseIncompleteBeta(tail, successes, n - successes + 1),
    high: successes >= n ? 1 : inverseIncompleteBeta(1 - tail, successes + 1, n - successes),
  };
}
