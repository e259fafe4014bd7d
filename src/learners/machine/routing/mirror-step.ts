/** How the weights of one key are moved. */
export interface MirrorKnobs {
  /** η. */
  readonly rate: number;
  /** Probability that is spread evenly after the step, so that no expert is ever lost (fixed share). */
  readonly share: number;
  /** KL(new ‖ old) of one step at most. */
  readonly trust: number;
}

/** Logarithms of a distribution: each weight less ln Σ exp. */
export function logDistribution(weights: readonly number[]): number[] {
  const highest = Math.max(...weights);
  const total = weights.reduce((sum, weight) => sum + Math.exp(weight - highest), 0);
  return weights.map((weight) => weight - highest - Math.log(total));
}

/**
 * The exponentiated-gradient step, the closed form of mirror descent with the entropy as mirror map:
 *
 *     p′ = argmax_p η⟨g, p⟩ − KL(p ‖ p_old)  =  p_old · exp(η g) / Z
 *
 * @source Beck & Teboulle 2003, Mirror descent; Kivinen & Warmuth 1997
 */
export function exponentiatedGradient(weights: readonly number[], gains: readonly number[], rate: number): number[] {
  return logDistribution(weights.map((weight, i) => weight + rate * gains[i]!));
}

/**
 * One update of the weights of a key: a mirror step whose rate is shrunk until KL(new ‖ old) is within the trust region, then
 * fixed share: p ← (1 − s)·p + s/k. Weights come and go as logarithms of a distribution.
 *
 * @source fixed share: Herbster & Warmuth 1998, Tracking the best expert; trust region: Schulman et al. 2015, arXiv:1502.05477
 */
export function mirrorStep(weights: readonly number[], gains: readonly number[], knobs: MirrorKnobs): number[] {
  const rate = trustedRate(weights, gains, knobs);
  const stepped = exponentiatedGradient(weights, gains, rate);
  return stepped.map((weight) => Math.log((1 - knobs.share) * Math.exp(weight) + knobs.share / weights.length));
}

/** The largest rate up to η whose step stays in the trust region; KL(new ‖ old) grows with the rate, so halving finds it. */
function trustedRate(weights: readonly number[], gains: readonly number[], { rate, trust }: MirrorKnobs): number {
  const old = logDistribution(weights);
  const within = (tried: number): boolean => {
    const next = exponentiatedGradient(old, gains, tried);
    return next.reduce((sum, weight, i) => sum + Math.exp(weight) * (weight - old[i]!), 0) <= trust;
  };
  if (within(rate)) return rate;
  let [low, high] = [0, rate];
  for (let halving = 0; halving < 40; halving += 1) {
    const middle = (low + high) / 2;
    if (within(middle)) low = middle;
    else high = middle;
  }
  return low;
}
