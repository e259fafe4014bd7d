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
  private priorVariance: number;
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

  /** E[θ·θ] under the posterior: Σ m_i² + Σ_ii. */
  get square(): number {
    const { mean, covariance, dimensions } = this;
    let sum = 0;
    for (let i = 0; i < dimensions; i += 1) sum += mean[i]! ** 2 + covariance[i * (dimensions + 1)]!;
    return sum;
  }

  /**
   * The posterior as it would be under another prior: what the outcomes told stays.
   *
   *     P = Σ⁻¹ + (1/v′ − 1/v)·I,   Σ′ = P⁻¹,   θ′ = Σ′ Σ⁻¹ θ
   */
  retune(priorVariance: number): void {
    const { mean, covariance, dimensions } = this;
    const precision = inverse(covariance, dimensions);
    const told = Float64Array.from(mean, (_, i) =>
      mean.reduce((sum, value, j) => sum + precision[i * dimensions + j]! * value, 0),
    );
    const change = 1 / priorVariance - 1 / this.priorVariance;
    for (let i = 0; i < dimensions; i += 1) precision[i * (dimensions + 1)]! += change;
    covariance.set(inverse(precision, dimensions));
    for (let i = 0; i < dimensions; i += 1) {
      mean[i] = told.reduce((sum, value, j) => sum + covariance[i * dimensions + j]! * value, 0);
    }
    this.priorVariance = priorVariance;
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

/** The inverse of a symmetric positive matrix, by Gauss and Jordan; no pivots are needed. */
function inverse(matrix: Float64Array, size: number): Float64Array {
  const rest = matrix.slice();
  const result = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) result[i * (size + 1)] = 1;
  for (let k = 0; k < size; k += 1) {
    const pivot = rest[k * (size + 1)]!;
    for (let j = 0; j < size; j += 1) {
      rest[k * size + j]! /= pivot;
      result[k * size + j]! /= pivot;
    }
    for (let i = 0; i < size; i += 1) {
      const factor = rest[i * size + k]!;
      if (i === k || factor === 0) continue;
      for (let j = 0; j < size; j += 1) {
        rest[i * size + j]! -= factor * rest[k * size + j]!;
        result[i * size + j]! -= factor * result[k * size + j]!;
      }
    }
  }
  return result;
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
