import type { Rng } from '#kernel';
import { logistic, LogisticPosterior } from './logistic-posterior.ts';

/** How value experts choose. */
export interface ValueExpertOptions {
  readonly dimensions: number;
  readonly experts: number;
  readonly priorVariance: number;
  /** `bound`: the highest upper bound on the reward; `thompson`: the highest drawn value. */
  readonly rule: 'bound' | 'thompson';
  /** Factor of the posterior's standard deviation, in the bound or in the draw. */
  readonly spread: number;
  /** Rounds after which the bound begins to widen. */
  readonly horizon: number;
}

/**
 * One logistic posterior per expert: what picking it pays in a context. With p_e = σ(m_e), m_e and s_e the mean and standard
 * deviation of θ_e · x, and t the rounds since the last reset, an expert is worth
 *
 *     bound:     p_e + spread · √ln(e + t / horizon) · s_e · p_e(1 − p_e)
 *     thompson:  m_e + spread · s_e · z,  z ~ N(0, 1)
 *
 * The bound is on the reward itself: where σ is flat, an uncertain logit changes little and is not explored. The draw is made
 * for the context alone, which has the law of θ̃ · x without drawing θ̃.
 *
 * @source bound: Filippi, Cappé, Garivier & Szepesvári 2010 (GLM-UCB), with the local slope of Faury et al. 2020, arXiv:2002.07530
 * @source thompson: Chapelle & Li 2011, An empirical evaluation of Thompson sampling
 */
export class ValueExperts {
  readonly options: ValueExpertOptions;
  /** What the last choice found each expert worth; the highest was chosen. */
  readonly worth: Float64Array;
  private readonly posteriors: readonly LogisticPosterior[];
  private rounds = 0;

  constructor(options: ValueExpertOptions) {
    this.options = options;
    const { experts, dimensions, priorVariance } = options;
    this.posteriors = Array.from({ length: experts }, () => new LogisticPosterior(dimensions, priorVariance));
    this.worth = new Float64Array(experts);
  }

  /** Forgets everything: each posterior is its prior again. */
  reset(): void {
    this.rounds = 0;
    for (const posterior of this.posteriors) posterior.reset();
  }

  /** The expert to pick in the context whose ones are given; ties go to the first. */
  choose(ones: Int32Array, count: number, rng: Rng): number {
    const { posteriors, worth } = this;
    const { rule, spread, horizon } = this.options;
    const width = spread * Math.sqrt(Math.log(Math.E + this.rounds / horizon));
    let best = 0;
    for (let e = 0; e < posteriors.length; e += 1) {
      const posterior = posteriors[e]!;
      const m = posterior.meanAt(ones, count);
      const s = Math.sqrt(posterior.varianceAt(ones, count));
      if (rule === 'bound') {
        const p = logistic(m);
        worth[e] = p + width * s * p * (1 - p);
      } else worth[e] = m + spread * s * rng.normal();
      if (worth[e]! > worth[best]!) best = e;
    }
    return best;
  }

  /** The probability of a reward that the posterior of an expert foresees. */
  foresee(ones: Int32Array, count: number, expert: number): number {
    return this.posteriors[expert]!.foresee(ones, count);
  }

  learn(ones: Int32Array, count: number, expert: number, reward: number): void {
    this.rounds += 1;
    this.posteriors[expert]!.learn(ones, count, reward);
  }
}
