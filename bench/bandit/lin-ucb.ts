import type { BanditLearner } from './bandit-learner.ts';

/**
 * Disjoint LinUCB, with an intercept: without one it cannot represent a mean of ½ in the empty context, and loses several times as much.
 *
 *     a = argmax θ_a · z + α √(zᵀ A_a⁻¹ z),   z = (x, 1),   A_a = I + Σ z zᵀ,   θ_a = A_a⁻¹ Σ r z
 *
 * With forgetting γ < 1 all A_a shrink by γ in each round, though no variance grows beyond what it was before anything was seen.
 *
 * @source Li, Chu, Langford & Schapire 2010, arXiv:1003.0146; Russac, Vernade & Cappé 2019 (discounted LinUCB)
 */
export class LinUcb implements BanditLearner {
  private readonly alpha: number;
  private readonly forgetting: number;
  private readonly size: number;
  private readonly inverses: readonly Float64Array[];
  private readonly thetas: readonly Float64Array[];
  private readonly features: Int32Array;
  private readonly direction: Float64Array;

  constructor(dimensions: number, arms: number, alpha: number, forgetting = 1) {
    this.alpha = alpha;
    this.forgetting = forgetting;
    this.size = dimensions + 1;
    this.inverses = Array.from({ length: arms }, () => identity(this.size));
    this.thetas = Array.from({ length: arms }, () => new Float64Array(this.size));
    this.features = new Int32Array(this.size);
    this.direction = new Float64Array(this.size);
  }

  choose(ones: Int32Array, count: number): number {
    const { features, size, inverses, thetas, alpha } = this;
    const used = this.withIntercept(ones, count);
    let best = 0;
    let most = -Infinity;
    for (let arm = 0; arm < inverses.length; arm += 1) {
      const inverse = inverses[arm]!;
      const theta = thetas[arm]!;
      let mean = 0;
      let variance = 0;
      for (let i = 0; i < used; i += 1) {
        mean += theta[features[i]!]!;
        const row = features[i]! * size;
        for (let j = 0; j < used; j += 1) variance += inverse[row + features[j]!]!;
      }
      const worth = mean + alpha * Math.sqrt(variance > 0 ? variance : 0);
      if (worth > most) {
        most = worth;
        best = arm;
      }
    }
    return best;
  }

  /** Sherman-Morrison on A⁻¹; then θ ← θ + A⁻¹z (r − θ·z), which is A⁻¹ Σ r z kept up to date. */
  learn(ones: Int32Array, count: number, arm: number, reward: number): void {
    const { features, size, direction } = this;
    const inverse = this.inverses[arm]!;
    const theta = this.thetas[arm]!;
    const used = this.withIntercept(ones, count);
    let q = 0;
    let predicted = 0;
    for (let i = 0; i < size; i += 1) {
      let sum = 0;
      for (let j = 0; j < used; j += 1) sum += inverse[i * size + features[j]!]!;
      direction[i] = sum;
    }
    for (let j = 0; j < used; j += 1) {
      q += direction[features[j]!]!;
      predicted += theta[features[j]!]!;
    }
    const gain = 1 / (1 + q);
    for (let i = 0; i < size; i += 1) {
      const scaled = gain * direction[i]!;
      theta[i] = theta[i]! + scaled * (reward - predicted);
      for (let j = 0; j < size; j += 1) inverse[i * size + j] = inverse[i * size + j]! - scaled * direction[j]!;
    }
    if (this.forgetting < 1) this.forget();
  }

  /** Divides every A⁻¹ by γ; one whose largest variance would pass 1, that of the prior, stays. */
  private forget(): void {
    const { size, forgetting } = this;
    for (const inverse of this.inverses) {
      let largest = 0;
      for (let i = 0; i < size; i += 1) largest = Math.max(largest, inverse[i * size + i]!);
      if (largest > forgetting) continue;
      for (let i = 0; i < inverse.length; i += 1) inverse[i]! /= forgetting;
    }
  }

  private withIntercept(ones: Int32Array, count: number): number {
    for (let i = 0; i < count; i += 1) this.features[i] = ones[i]!;
    this.features[count] = this.size - 1;
    return count + 1;
  }
}

function identity(size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) matrix[i * size + i] = 1;
  return matrix;
}
