import { mean, variance } from '#foundation/statistics';
import { combine, type Combiner } from './combine.ts';
import { consistency, type ConsistencyMode } from './consistency.ts';
import { type Estimate, estimateOf, unmeasured } from './estimate.ts';
import { type JudgedAnswer, type Judgements, requireJudgements } from '../judgements.ts';
import { separation } from './separation.ts';
import { stability } from './stability.ts';
import { type NoisePrior, varianceComponents } from './variance-components.ts';

/** How reliability is measured. */
export interface ReliabilitySettings {
  /** `seed` takes the specification's three formulas as they stand; `default` is not fooled by constant, noisy or one-sided judges. */
  readonly mode: 'default' | 'seed';
  readonly combiner: Combiner;
  readonly weights: { readonly cons: number; readonly sep: number; readonly stab: number; readonly learn: number };
  readonly consistency: ConsistencyMode;
  /** D_ref: the gap between strong and weak answers that counts as full separation. */
  readonly referenceGap: number;
  /** Of every interval. */
  readonly confidence: number;
}

/**
 * The defaults. Learnability is not weighed by default: it is zero on mastered questions, which the guards name anyway.
 *
 * @source research on nine kinds of judge; `modeSettings` gives those of the seed
 */
export const reliabilityDefaults: ReliabilitySettings = {
  mode: 'default',
  combiner: 'geometric',
  weights: { cons: 1, sep: 1, stab: 1, learn: 0 },
  consistency: 'icc',
  referenceGap: 0.5,
  confidence: 0.9,
};

/** The settings of a mode: `seed` also multiplies the three, as the plainest reading of f. */
export function modeSettings(mode: ReliabilitySettings['mode']): ReliabilitySettings {
  return mode === 'default'
    ? reliabilityDefaults
    : { ...reliabilityDefaults, mode, combiner: 'product', consistency: 'seed' };
}

/** How far the judgements of one question can be relied on. */
export interface Reliability {
  readonly cons: Estimate;
  readonly sep: Estimate;
  readonly stab: Estimate;
  /** 2 √s²_b among strong answers alone: 0 when all are equally good, so that nothing is left to learn. */
  readonly learn: Estimate;
  /** f of them. */
  readonly combined: Estimate;
  /** P(F ≥ f) if the judge saw no difference between answers; 1 where it cannot be said. */
  readonly pValue: number;
}

/** Measures one question. */
export function measureReliability(
  judgements: Judgements,
  settings: ReliabilitySettings = reliabilityDefaults,
  prior?: NoisePrior,
): Reliability {
  requireJudgements(judgements);
  const { answers } = judgements;
  const { mode, confidence, weights } = settings;
  const cons = consistency(answers, { mode: settings.consistency, confidence, prior });
  const sep = separation(answers, {
    mode: mode === 'seed' ? 'seed' : 'shrunk',
    reference: settings.referenceGap,
    confidence,
  });
  const stab = stability(judgements, { mode: mode === 'seed' ? 'seed' : 'chance-corrected', confidence });
  const learn = learnability(answers);
  const combined = combine(
    [cons, sep, stab, learn],
    [weights.cons, weights.sep, weights.stab, weights.learn],
    settings.combiner,
  );
  return {
    cons,
    sep,
    stab,
    learn,
    combined,
    pValue: varianceComponents(answers)?.pValue ?? 1,
  };
}

/** The noise of a whole batch, as a prior for each of its questions. */
export function batchNoise(batch: readonly Judgements[], weight = 4): NoisePrior | undefined {
  const parts = batch.map(({ answers }) => varianceComponents(answers)).filter((part) => part !== undefined);
  const df = parts.reduce((sum, { withinDf }) => sum + withinDf, 0);
  if (df === 0) return undefined;
  return { variance: parts.reduce((sum, { within, withinDf }) => sum + within * withinDf, 0) / df, weight };
}

/**
 * 2 √(Var(x̄ᵢ) − s²_w/m)₊ over the drawn strong answers; scores in [0, 1] make it at most about 1.
 *
 * The bounds are those of a variance with n − 1 degrees of freedom, by the normal approximation of √χ².
 */
function learnability(answers: readonly JudgedAnswer[]): Estimate {
  const strong = answers.filter((answer) => answer.strong > 0 && answer.scores.length > 0);
  const means = strong.flatMap(({ scores, strong: count }) => Array.from({ length: count }, () => mean(scores)));
  if (means.length < 2) return unmeasured;
  const parts = varianceComponents(answers);
  const noise = parts === undefined ? 0 : parts.within / parts.passes;
  const value = 2 * Math.sqrt(Math.max(0, variance(means) - noise));
  const reach = 1.645 / Math.sqrt(2 * (means.length - 1));
  return estimateOf(value, value * (1 - reach), value * (1 + reach));
}
