import type { Rng } from '#foundation/kernel';
import type { BanditLearner } from './bandit-learner.ts';

/**
 * ε-greedy over one logistic regression per arm, trained by AdaGrad on the log loss.
 *
 *     θ_i ← θ_i + η (r − σ(θ·z)) z_i / √(1 + G_i),   G_i = Σ squared gradients
 *
 * @source Duchi, Hazan & Singer 2011 (AdaGrad); Sutton & Barto 2018, chapter 2 (ε-greedy)
 */
export class EpsilonGreedy implements BanditLearner {
  private readonly epsilon: number;
  private readonly rate: number;
  private readonly rng: Rng;
  private readonly arms: number;
  private readonly size: number;
  private readonly thetas: Float64Array;
  private readonly squares: Float64Array;

  constructor(
    dimensions: number,
    arms: number,
    options: { readonly epsilon: number; readonly rate: number },
    rng: Rng,
  ) {
    this.epsilon = options.epsilon;
    this.rate = options.rate;
    this.rng = rng;
    this.arms = arms;
    this.size = dimensions + 1;
    this.thetas = new Float64Array(arms * this.size);
    this.squares = new Float64Array(arms * this.size).fill(1);
  }

  choose(ones: Int32Array, count: number): number {
    if (this.rng.float() < this.epsilon) return this.rng.below(this.arms);
    let best = 0;
    let most = -Infinity;
    for (let arm = 0; arm < this.arms; arm += 1) {
      const z = this.logit(ones, count, arm);
      if (z > most) {
        most = z;
        best = arm;
      }
    }
    return best;
  }

  learn(ones: Int32Array, count: number, arm: number, reward: number): void {
    const error = reward - 1 / (1 + Math.exp(-this.logit(ones, count, arm)));
    const base = arm * this.size;
    for (let i = 0; i <= count; i += 1) {
      const at = base + (i < count ? ones[i]! : this.size - 1);
      this.squares[at] = this.squares[at]! + error * error;
      this.thetas[at] = this.thetas[at]! + (this.rate * error) / Math.sqrt(this.squares[at]);
    }
  }

  private logit(ones: Int32Array, count: number, arm: number): number {
    const base = arm * this.size;
    let z = this.thetas[base + this.size - 1]!;
    for (let i = 0; i < count; i += 1) z += this.thetas[base + ones[i]!]!;
    return z;
  }
}
