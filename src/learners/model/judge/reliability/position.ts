import { type Interval, wilsonInterval } from '#foundation/statistics';
import type { Comparison } from '../judgements.ts';
import { gatherPairs } from './paired-passes.ts';

/** How far the place in which an answer stands decides. */
export interface PositionReport {
  /** Share of passes that the first place won, ties half; ½ without bias. */
  readonly firstRate: number;
  readonly interval: Interval;
  /** Share of pairs, shown in both orders, whose majority is the same in both; undefined where no pair was. */
  readonly consistency: number | undefined;
  /** Whether the interval leaves out ½. */
  readonly isBiased: boolean;
}

/**
 * Position bias over any number of comparisons, with Wilson's interval. It says nothing when answers were shown in one order only
 * and better ones stood first: show both orders.
 *
 * @source Shi et al. 2024, arXiv:2406.07791 (position consistency and preference fairness)
 */
export function positionBias(comparisons: readonly Comparison[], confidence = 0.95): PositionReport | undefined {
  if (comparisons.length === 0) return undefined;
  const wins = comparisons.reduce((sum, { winner }) => sum + (winner === 'first' ? 1 : winner === 'tie' ? 0.5 : 0), 0);
  const interval = wilsonInterval(Math.round(wins), comparisons.length, confidence);
  const both = gatherPairs(comparisons).filter(({ firstA, firstB }) => firstA.passes > 0 && firstB.passes > 0);
  const same = both.filter(({ firstA, firstB }) => {
    const whenFirst = 2 * firstA.wins - firstA.passes;
    const whenSecond = firstB.passes - 2 * firstB.wins;
    return whenFirst * whenSecond > 0;
  });
  return {
    firstRate: wins / comparisons.length,
    interval,
    consistency: both.length === 0 ? undefined : same.length / both.length,
    isBiased: interval.low > 0.5 || interval.high < 0.5,
  };
}
