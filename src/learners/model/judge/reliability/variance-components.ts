import { mean } from '#foundation/statistics';
import { upperTailOfF } from '#foundation/statistics/distributions';
import type { JudgedAnswer } from '../judgements.ts';

/** What is known of the judge's noise from other questions of the batch: a variance, worth so many degrees of freedom. */
export interface NoisePrior {
  readonly variance: number;
  readonly weight: number;
}

/** The scores of one question, split into what differs between answers and what differs between passes over one answer. */
export interface VarianceComponents {
  /** σ²_w: the judge's noise, shrunk towards the batch where a prior is given. */
  readonly within: number;
  /** σ²_b: differences of quality that the judge sees; never below 0. */
  readonly between: number;
  /** Passes per answer; their harmonic-like mean n₀ where they differ. */
  readonly passes: number;
  readonly betweenDf: number;
  readonly withinDf: number;
  readonly f: number;
  /** P(F ≥ f) if all answers were equally good. */
  readonly pValue: number;
}

/** Noise of scores that never varied is not 0: with ν degrees of freedom and a score grid of 1/100 it may be this much. */
const LEAST_NOISE = 1e-6;

/**
 * One-way analysis of variance over answers i with m_i passes each; nothing where fewer than two answers have a score, or none has two.
 *
 *     s²_w = Σᵢ Σᵣ (x_ir − x̄ᵢ)² / Σᵢ (mᵢ − 1),   shrunk (ν₀ s²₀ + ν s²_w) / (ν₀ + ν)
 *     MS_b = Σᵢ mᵢ (x̄ᵢ − x̄)² / (k − 1),           F = MS_b / s²_w
 *     s²_b = max(0, (MS_b − s²_w) / n₀),           n₀ = (N − Σ mᵢ² / N) / (k − 1)
 *
 * The F test uses the unshrunk noise, so that its level does not depend on the other questions.
 *
 * @source Fisher 1925; n₀ for unequal groups: Searle, Casella & McCulloch 1992 §3.6
 */
export function varianceComponents(
  answers: readonly Pick<JudgedAnswer, 'scores'>[],
  prior?: NoisePrior,
): VarianceComponents | undefined {
  const groups = answers.map(({ scores }) => scores).filter((scores) => scores.length > 0);
  const total = groups.reduce((sum, { length }) => sum + length, 0);
  const betweenDf = groups.length - 1;
  const withinDf = total - groups.length;
  if (betweenDf < 1 || withinDf < 1) return undefined;
  const centre = mean(groups.flat());
  let squaresWithin = 0;
  let squaresBetween = 0;
  let squaredSizes = 0;
  for (const scores of groups) {
    const own = mean(scores);
    for (const score of scores) squaresWithin += (score - own) ** 2;
    squaresBetween += scores.length * (own - centre) ** 2;
    squaredSizes += scores.length ** 2;
  }
  const plain = squaresWithin / withinDf;
  const within =
    prior === undefined ? plain : (prior.weight * prior.variance + withinDf * plain) / (prior.weight + withinDf);
  const meanSquare = squaresBetween / betweenDf;
  const passes = (total - squaredSizes / total) / betweenDf;
  const between = Math.max(0, (meanSquare - within) / passes);
  // Rounding leaves a constant judge with squares near 10⁻³⁰, whose ratio would be an arbitrary F.
  const f = meanSquare < LEAST_NOISE ? 0 : meanSquare / Math.max(plain, LEAST_NOISE);
  return { within, between, passes, betweenDf, withinDf, f, pValue: upperTailOfF(f, betweenDf, withinDf) };
}
