import { mean } from '#foundation/statistics';
import type { JudgedAnswer } from '../judgements.ts';

/** P(the best judged answer is a strong one) where the judge sees quality; solvers are not always better when they try. */
const STRONG_WINS = 0.9;

/**
 * Evidence that a judge sees quality, from one question whose answers it told apart: is the one that it likes best strong?
 *
 *     ln L = ln (w / s) where it is, ln ((1 − w) / (1 − s)) where not,   s the share of strong ones among the judged answers
 *
 * A judge that looks at something else likes each of them best equally often. Sums over the questions of a kind; one question has too few answers.
 *
 * @source likelihood ratio, Neyman & Pearson 1933
 */
export function validityEvidence(answers: readonly JudgedAnswer[]): number {
  const scored = answers.filter(({ scores }) => scores.length > 0);
  const share = scored.filter(({ strong }) => strong > 0).length / scored.length;
  if (scored.length < 2 || share === 0 || share === 1) return 0;
  const best = scored.reduce((a, b) => (mean(b.scores) > mean(a.scores) ? b : a));
  return best.strong > 0 ? Math.log(STRONG_WINS / share) : Math.log((1 - STRONG_WINS) / (1 - share));
}

/** P(valid), with this much evidence and this much belief before it. */
export function validityOf(evidence: number, prior = 0.5): number {
  return 1 / (1 + ((1 - prior) / prior) * Math.exp(-evidence));
}
