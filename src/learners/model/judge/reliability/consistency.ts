import { mean, variance } from '#foundation/statistics';
import { quantileOfF } from '#foundation/statistics/distributions';
import { type Estimate, estimateOf, unmeasured } from './estimate.ts';
import type { JudgedAnswer } from '../judgements.ts';
import { type NoisePrior, varianceComponents } from './variance-components.ts';

/**
 * How consistency is measured: `icc` asks whether the noise is small beside the differences between answers; `range` and
 * `bounded` rescale the specification's variance to the most that scores in [0, 1], or scores of that mean, can have; `seed` is the
 * formula as it stands.
 */
export type ConsistencyMode = 'icc' | 'range' | 'bounded' | 'seed';

interface ConsistencyOptions {
  readonly mode: ConsistencyMode;
  readonly confidence: number;
  readonly prior?: NoisePrior | undefined;
}

const TINY = 1e-9;

/**
 * R_cons: how far repeated passes over the same answers agree.
 *
 *     icc      ρ = s²_b / (s²_b + s²_w), for the mean of m passes  m ρ / (1 + (m − 1) ρ)
 *              bounds from F_L = F / F_{1−α/2}, F_U = F · F′_{1−α/2}:  1 − 1/F_L to 1 − 1/F_U
 *     range    1 − 4 s²_w                    scores in [0, 1] have a variance of at most ¼
 *     bounded  1 − mean s²ᵢ / (x̄ᵢ (1 − x̄ᵢ))  a mean of x̄ allows no more (Bhatia & Davis 2000)
 *     seed     1 − mean Var(J(q, aᵢ))
 *
 * Only `icc` gives a constant judge 0: it has no noise, and nothing to be consistent about.
 *
 * @source spec/reliability-loop §2.1; Shrout & Fleiss 1979, ICC(1, k); McGraw & Wong 1996, table 7
 */
export function consistency(answers: readonly JudgedAnswer[], options: ConsistencyOptions): Estimate {
  if (options.mode === 'icc') return intraclass(answers, options);
  const scored = answers.filter(({ scores }) => scores.length > 1);
  if (scored.length === 0) return unmeasured;
  const losses = scored.map(({ scores }) => lossOf(scores, options.mode));
  const value = 1 - mean(losses);
  if (losses.length === 1) return estimateOf(value, 0, 1);
  const spread = 2 * Math.sqrt(variance(losses) / losses.length);
  return estimateOf(value, value - spread, value + spread);
}

function intraclass(answers: readonly JudgedAnswer[], { confidence, prior }: ConsistencyOptions): Estimate {
  const parts = varianceComponents(answers, prior);
  if (parts === undefined) return unmeasured;
  const { between, within, passes, betweenDf, withinDf, f } = parts;
  const single = between / (between + within + TINY);
  const value = (passes * single) / (1 + (passes - 1) * single);
  if (f === 0) return estimateOf(value, 0, value);
  const tail = (1 + confidence) / 2;
  const low = f / quantileOfF(tail, betweenDf, withinDf);
  const high = f * quantileOfF(tail, withinDf, betweenDf);
  return estimateOf(value, 1 - 1 / low, 1 - 1 / high);
}

function lossOf(scores: readonly number[], mode: ConsistencyMode): number {
  const centre = mean(scores);
  const spread = variance(scores);
  if (mode === 'range') return Math.min(1, 4 * spread);
  if (mode === 'bounded') return Math.min(1, spread / (centre * (1 - centre) + TINY));
  return spread;
}
