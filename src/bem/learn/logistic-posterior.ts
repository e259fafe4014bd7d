/** The logistic function. */
export function logistic(z: number): number {
  return 1 / (1 + Math.exp(-z));
}

/** Newton steps on the one-dimensional mode; four reach machine precision from the start below. */
const newtonSteps = 4;

/**
 * A Gaussian posterior over the weights θ of P(r = 1 | x) = σ(θ · x), for contexts x of zeros and ones given as the list of
 * their ones. Prior N(0, priorVariance · I).
 *
 * An observation moves the mean along Σx only, so its mode is found exactly in one dimension:
 *
 *     θ ← θ + c·Σx,   c = r − σ(m + q·c),   m = θ·x,   q = xᵀΣx
 *     Σ ← Σ − Σx xᵀΣ · p(1−p) / (1 + p(1−p)·q),   p = σ(m + q·c)
 *
 * Rewards between 0 and 1 are allowed. Nothing is allocated after construction.
 *
 * @source Laplace's method, one observation at a time: Spiegelhalter & Lauritzen 1990; Chapelle & Li 2011 for bandits
 */
export class LogisticPosterior {
  readonly dimensions: number;
  private readonly priorVariance: number;
  private readonly mean: Float64Array;
  private readonly covariance: Float64Array;
  private readonly direction: Float64Array;

  constructor(dimensions: number, priorVariance = 1) {
    this.dimensions = dimensions;
    this.priorVariance = priorVariance;
    this.mean = new Float64Array(dimensions);
    this.covariance = new Float64Array(dimensions * dimensions);
    this.direction = new Float64Array(dimensions);
    this.reset();
  }

  /** Back to the prior. */
  reset(): void {
    this.mean.fill(0);
    this.covariance.fill(0);
    for (let i = 0; i < this.dimensions; i += 1) this.covariance[i * this.dimensions + i] = this.priorVariance;
  }

  /** θ · x at the posterior mean. */
  meanAt(ones: Int32Array, count: number): number {
    let sum = 0;
    for (let i = 0; i < count; i += 1) sum += this.mean[ones[i]!]!;
    return sum;
  }

  /** The variance xᵀΣx of θ · x. */
  varianceAt(ones: Int32Array, count: number): number {
    const { covariance, dimensions } = this;
    let sum = 0;
    for (let i = 0; i < count; i += 1) {
      const row = ones[i]! * dimensions;
      for (let j = 0; j < count; j += 1) sum += covariance[row + ones[j]!]!;
    }
    return sum > 0 ? sum : 0;
  }

  /**
   * The probability of a reward, the posterior's uncertainty included: σ(m / √(1 + π s² / 8)).
   *
   * @source MacKay 1992, The evidence framework applied to classification networks
   */
  foresee(ones: Int32Array, count: number): number {
    return logistic(this.meanAt(ones, count) / Math.sqrt(1 + (Math.PI / 8) * this.varianceAt(ones, count)));
  }

  /** Takes the covariance a share of the way back to the prior's, as if the weights had moved a little; the mean stays. */
  loosen(share: number): void {
    const { covariance, dimensions, priorVariance } = this;
    for (let i = 0; i < covariance.length; i += 1) covariance[i] = covariance[i]! * (1 - share);
    for (let i = 0; i < covariance.length; i += dimensions + 1) covariance[i] = covariance[i]! + share * priorVariance;
  }

  learn(ones: Int32Array, count: number, reward: number): void {
    const { mean, covariance, direction, dimensions } = this;
    let q = 0;
    for (let i = 0; i < dimensions; i += 1) {
      const row = i * dimensions;
      let sum = 0;
      for (let j = 0; j < count; j += 1) sum += covariance[row + ones[j]!]!;
      direction[i] = sum;
    }
    for (let j = 0; j < count; j += 1) q += direction[ones[j]!]!;
    const m = this.meanAt(ones, count);
    const c = modeStep(m, q, reward);
    const p = logistic(m + q * c);
    const gain = (p * (1 - p)) / (1 + p * (1 - p) * q);
    for (let i = 0; i < dimensions; i += 1) {
      mean[i] = mean[i]! + direction[i]! * c;
      const scaled = gain * direction[i]!;
      const row = i * dimensions;
      for (let j = 0; j < dimensions; j += 1) covariance[row + j] = covariance[row + j]! - scaled * direction[j]!;
    }
  }
}

/** The c with c = r − σ(m + q·c). The right side falls in c, so there is one, and Newton's method finds it. */
function modeStep(m: number, q: number, reward: number): number {
  let c = (reward - logistic(m)) / (1 + q / 4);
  for (let step = 0; step < newtonSteps; step += 1) {
    const p = logistic(m + q * c);
    c -= (c - reward + p) / (1 + q * p * (1 - p));
  }
  return c;
}
