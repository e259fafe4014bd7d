import { mean } from '#foundation/statistics';
import type { JudgedAnswer } from '../judgements.ts';

/** How far beyond chance the best judged answer may be strong where the judge sees quality; none of them is known to hold. */
const BEYOND_CHANCE = [0.3, 0.5, 0.7, 0.85, 0.95] as const;

/** ln L of each possibility against a judge that looks at something else; sums over the questions of a kind. */
export type ValidityEvidence = readonly number[];

export const noEvidence: ValidityEvidence = BEYOND_CHANCE.map(() => 0);

/**
 * Evidence that a judge sees quality, from one question whose answers it told apart: is the one that it likes best strong?
 *
 *     ln L = ln (w / s) where it is, ln ((1 − w) / (1 − s)) where not,   w = s + λ (1 − s),  s the share of strong ones among the judged
 *
 * A judge that looks at something else likes each of them best equally often. One question has too few answers.
 *
 * @source likelihood ratio, Neyman & Pearson 1933
 */
export function validityEvidence(answers: readonly JudgedAnswer[]): ValidityEvidence {
  const scored = answers.filter(({ scores }) => scores.length > 0);
  const share = scored.filter(({ strong }) => strong > 0).length / scored.length;
  if (scored.length < 2 || share === 0 || share === 1) return noEvidence;
  const best = scored.reduce((a, b) => (mean(b.scores) > mean(a.scores) ? b : a));
  return BEYOND_CHANCE.map((beyond) =>
    best.strong > 0 ? Math.log(1 + (beyond * (1 - share)) / share) : Math.log(1 - beyond),
  );
}

export function addEvidence(one: ValidityEvidence, other: ValidityEvidence): ValidityEvidence {
  return one.map((value, i) => value + other[i]!);
}

/**
 * P(valid), with this much evidence and this much belief before it: the mean likelihood over the possibilities.
 *
 * @source Bayes factor of a mixture, Kass & Raftery 1995
 */
export function validityOf(evidence: ValidityEvidence, prior = 0.5): number {
  return 1 / (1 + (1 - prior) / (prior * mean(evidence.map(Math.exp))));
}
