import { mean } from '#foundation/statistics';
import type { JudgedAnswer } from './judgements.ts';

/** Two answers of which the first was ranked better on one half of the passes. */
export interface RankedPair {
  readonly chosen: number;
  readonly rejected: number;
  /** The difference of mean scores on the half that ranked them: too large, as the winner's luck is in it. */
  readonly rankedMargin: number;
  /** The difference on the other half, without that luck; at or below 0 the ranking is not confirmed. */
  readonly margin: number;
  readonly isConfirmed: boolean;
}

/**
 * Ranks answers on the even passes and confirms the outer pairs on the odd ones: best with worst, second with last but one, …
 * Taking the best and the worst of many by their scores and then testing them on the same scores would find a difference in noise.
 *
 * Ties on the ranking half fall in the order of the answers; answers with fewer than two passes are left out.
 *
 * @source winner's curse: Capen, Clapp & Campbell 1971; sample splitting: Cox 1975
 */
export function confirmPairs(answers: readonly JudgedAnswer[], most: number): RankedPair[] {
  const halves = answers.flatMap(({ scores }, index) =>
    scores.length < 2
      ? []
      : [
          {
            index,
            rank: mean(scores.filter((_, r) => r % 2 === 0)),
            confirm: mean(scores.filter((_, r) => r % 2 === 1)),
          },
        ],
  );
  const ranked = halves.toSorted((a, b) => b.rank - a.rank || a.index - b.index);
  const count = Math.min(most, Math.floor(ranked.length / 2));
  return Array.from({ length: count }, (_, i) => {
    const best = ranked[i]!;
    const worst = ranked[ranked.length - 1 - i]!;
    const margin = best.confirm - worst.confirm;
    const rankedMargin = best.rank - worst.rank;
    return {
      chosen: best.index,
      rejected: worst.index,
      rankedMargin,
      margin,
      isConfirmed: rankedMargin > 0 && margin > 0,
    };
  });
}
