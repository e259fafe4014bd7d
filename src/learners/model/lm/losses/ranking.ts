import { type Objective, sum } from '../objective.ts';
import type { Sequence } from '../sequence.ts';

/** Answers to one prompt with their judged scores. */
export interface RankedAnswers {
  readonly answers: readonly (Sequence & { readonly score: number })[];
}

export interface RankingOptions {
  /** Steepness of the comparison of mean log-probabilities. */
  readonly beta?: number;
  /** Weight of mean −log P of each list's best answer. */
  readonly bestWeight?: number;
}

/**
 * With p the mean log P of an answer's tokens: the mean over lists and their pairs scored sᵢ > sⱼ of ln(1 + exp(−β (pᵢ − pⱼ))), plus the best
 * answer's own loss. Equal scores say nothing.
 *
 * @source Yuan et al. 2023, RRHF, arXiv:2304.05302, with the logistic in place of the hinge
 */
export function ranking(lists: readonly RankedAnswers[], options: RankingOptions = {}): Objective {
  const { beta = 1, bestWeight = 1 } = options;
  const sequences = lists.flatMap(({ answers }) => answers);
  const pairs = lists.flatMap(({ answers }, l) => {
    const first = sum(lists.slice(0, l).map((list) => list.answers.length));
    const found: { better: number; worse: number }[] = [];
    for (const [i, { score }] of answers.entries()) {
      for (const [j, other] of answers.entries())
        if (score > other.score) found.push({ better: first + i, worse: first + j });
    }
    return found.map((pair) => ({ ...pair, share: 1 / (found.length * lists.length) }));
  });
  const best = bestOf(lists);
  const loss: Objective['loss'] = (logProbs) => {
    const means = logProbs.map((each) => sum(each) / each.length);
    const slopes = means.map(() => 0);
    let value = 0;
    for (const { better, worse, share } of pairs) {
      const margin = beta * (means[better]! - means[worse]!);
      value += share * (Math.max(-margin, 0) + Math.log1p(Math.exp(-Math.abs(margin))));
      const slope = (share * beta) / (1 + Math.exp(margin));
      slopes[better]! -= slope;
      slopes[worse]! += slope;
    }
    for (const i of best) {
      value -= (bestWeight * means[i]!) / best.length;
      slopes[i]! -= bestWeight / best.length;
    }
    return { value, slopes: logProbs.map((each, i) => new Float64Array(each.length).fill(slopes[i]! / each.length)) };
  };
  return { sequences, loss };
}

/** The place of each list's first best answer among all answers. */
function bestOf(lists: readonly RankedAnswers[]): number[] {
  let first = 0;
  return lists.map(({ answers }) => {
    const scores = answers.map(({ score }) => score);
    const place = first + scores.indexOf(Math.max(...scores));
    first += answers.length;
    return place;
  });
}
