import { type Amount, addAmounts, nothing, timesAmount } from './limits.ts';

/** As how many measurements the first guess counts. */
const GUESS = 8;
/** Above the mean: a block of calls may be a little longer than those before it. */
const MARGIN = 1.25;

/**
 * What calls of one kind are expected to use. Of n calls that used uᵢ, after a guess g, with the ceiling c, member by member:
 *
 *     e = min(c, 1.25 · (8 g + Σ uᵢ) / (8 + n))
 *
 * The guess fades as calls are measured, so a wrong one costs room for a block or two only.
 */
export interface MeasuredUse {
  expected(guess: Amount, ceiling: Amount): Amount;
  add(used: Amount): void;
}

export function createMeasuredUse(): MeasuredUse {
  let sum = nothing;
  let count = 0;
  return {
    expected(guess, ceiling) {
      const mean = timesAmount(MARGIN / (GUESS + count), addAmounts(timesAmount(GUESS, guess), sum));
      return {
        rollouts: ceiling.rollouts,
        calls: Math.min(ceiling.calls, mean.calls),
        promptTokens: Math.min(ceiling.promptTokens, mean.promptTokens),
        completionTokens: Math.min(ceiling.completionTokens, mean.completionTokens),
        dollars: Math.min(ceiling.dollars, mean.dollars),
      };
    },
    add(used) {
      // A call that was turned away at the door says nothing of those that are let in.
      if (used.promptTokens + used.completionTokens === 0) return;
      sum = addAmounts(sum, used);
      count += 1;
    },
  };
}
