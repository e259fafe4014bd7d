import type { Rng } from '#foundation/kernel';
import { logistic, LogisticPosterior } from './logistic-posterior.ts';

/** How an expert's worth comes from its posterior. */
export interface ValueRule {
  /** `bound`: an upper bound on the reward; `thompson`: a drawn logit; `optimist`: a drawn logit, never below the mean. */
  readonly kind: 'bound' | 'thompson' | 'optimist';
  /** Factor of the posterior's standard deviation, in the bound or in the draw. */
  readonly spread: number;
}

/** What value experts are made of. */
export interface ValueExpertOptions {
  readonly dimensions: number;
  readonly experts: number;
  /** Where the prior's variance begins, and whether it is estimated from what was learnt. */
  readonly priorVariance: number;
  readonly estimatesPrior: boolean;
  /** Rules that may be chosen by; the first is meant where none is named. */
  readonly rules: readonly ValueRule[];
  /** Rounds after which the bound begins to widen. */
  readonly horizon: number;
  /** The share of the way back to the prior's variance that a posterior goes before each observation: 0 forgets nothing. */
  readonly forgetting: number;
}

/**
 * One logistic posterior per expert: what picking it pays in a context. With p_e = σ(m_e), m_e and s_e the mean and standard
 * deviation of θ_e · x, t the rounds since the last reset and z ~ N(0, 1), an expert is worth
 *
 *     bound:     p_e + spread · √ln(e + t / horizon) · s_e · p_e(1 − p_e)
 *     thompson:  m_e + spread · s_e · z
 *     optimist:  m_e + spread · s_e · |z|
 *
 * The bound is on the reward itself: where σ is flat, an uncertain logit changes little and is not explored. A draw is made
 * for the context alone, which has the law of θ̃ · x without drawing θ̃.
 *
 * @source bound: Filippi, Cappé, Garivier & Szepesvári 2010 (GLM-UCB), with the local slope of Faury et al. 2020, arXiv:2002.07530
 * @source thompson: Chapelle & Li 2011, An empirical evaluation of Thompson sampling
 * @source optimist: May, Korda, Lee & Leslie 2012, Optimistic Bayesian sampling in contextual-bandit problems
 */
export class ValueExperts {
  readonly options: ValueExpertOptions;
  /** What the last choice found each expert worth; the highest was chosen. */
  readonly worth: Float64Array;
  private readonly posteriors: readonly LogisticPosterior[];
  private rounds = 0;
  private learnt = 0;
  private variance: number;

  constructor(options: ValueExpertOptions) {
    this.options = options;
    const { experts, dimensions, priorVariance } = options;
    this.variance = priorVariance;
    this.posteriors = Array.from({ length: experts }, () => new LogisticPosterior(dimensions, priorVariance));
    this.worth = new Float64Array(experts);
  }

  /** Forgets everything: each posterior is its prior again. */
  reset(): void {
    this.rounds = 0;
    for (const posterior of this.posteriors) posterior.reset();
  }

  /** The prior's variance as it is now. */
  get priorVariance(): number {
    return this.variance;
  }

  /** The expert to pick in the context whose ones are given, by one of the rules; ties go to the first. */
  choose(ones: Int32Array, count: number, rng: Rng, rule = 0): number {
    const { posteriors, worth } = this;
    const { rules, horizon } = this.options;
    const { kind, spread } = rules[rule]!;
    const width = spread * Math.sqrt(Math.log(Math.E + this.rounds / horizon));
    let best = 0;
    for (let e = 0; e < posteriors.length; e += 1) {
      const posterior = posteriors[e]!;
      const m = posterior.meanAt(ones, count);
      const s = Math.sqrt(posterior.varianceAt(ones, count));
      if (kind === 'bound') {
        const p = logistic(m);
        worth[e] = p + width * s * p * (1 - p);
      } else {
        const z = rng.normal();
        worth[e] = m + spread * s * (kind === 'optimist' ? Math.abs(z) : z);
      }
      if (worth[e]! > worth[best]!) best = e;
    }
    return best;
  }

  /** The highest probability of a reward, at the posterior means. */
  highestAt(ones: Int32Array, count: number): number {
    let highest = -Infinity;
    for (const posterior of this.posteriors) highest = Math.max(highest, posterior.meanAt(ones, count));
    return logistic(highest);
  }

  /** The probability of a reward that the posterior of an expert foresees. */
  foresee(ones: Int32Array, count: number, expert: number): number {
    return this.posteriors[expert]!.foresee(ones, count);
  }

  learn(ones: Int32Array, count: number, expert: number, reward: number): void {
    const { forgetting } = this.options;
    this.rounds += 1;
    if (forgetting > 0) this.posteriors[expert]!.loosen(forgetting);
    this.posteriors[expert]!.learn(ones, count, reward);
    this.learnt += 1;
    if (this.options.estimatesPrior && this.learnt >= FIRST_ESTIMATE && isPowerOfTwo(this.learnt)) this.estimate();
  }

  /**
   * Empirical Bayes: the variance of the weights under the posteriors, with a few weights of variance 1 beside them, step by step.
   *
   *     v ← (w + Σ_e E[θ_e · θ_e]) / (w + experts · dimensions)
   *
   * @source Dempster, Laird & Rubin 1977, §4.5 (variance components by EM)
   */
  private estimate(): void {
    const { posteriors } = this;
    const { dimensions } = this.options;
    for (let step = 0; step < ESTIMATE_STEPS; step += 1) {
      const square = posteriors.reduce((sum, posterior) => sum + posterior.square, 0);
      this.variance = (PRIOR_WEIGHTS + square) / (PRIOR_WEIGHTS + posteriors.length * dimensions);
      for (const posterior of posteriors) posterior.retune(this.variance);
    }
  }
}

/** Observations before the first estimate; the next ones come at twice as many each time. */
const FIRST_ESTIMATE = 64;
const ESTIMATE_STEPS = 4;
const PRIOR_WEIGHTS = 1;

function isPowerOfTwo(value: number): boolean {
  return (value & (value - 1)) === 0;
}
