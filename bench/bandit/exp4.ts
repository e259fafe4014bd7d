import type { Rng } from '#foundation/kernel';
import type { BanditLearner } from './bandit-learner.ts';

/** Weights are scaled back when their sum has grown beyond this. */
const LIMIT = 1e100;

/**
 * EXP4 over Boolean policies: policy i looks at two context bits and names an arm for each of their four values.
 *
 *     p(a) = (1 − γ) Σ_{i names a} w_i / Σ w + γ / K,   w_i ← w_i exp(η r / p(a)) for those that named a
 *
 * with γ = √(K ln N / ((e − 1) T)) at most 1 and η = γ / K.
 *
 * @source Auer, Cesa-Bianchi, Freund & Schapire 2002, The nonstochastic multiarmed bandit problem, §7
 */
export class Exp4 implements BanditLearner {
  private readonly rng: Rng;
  private readonly arms: number;
  private readonly policies: number;
  private readonly gamma: number;
  private readonly bits: Uint8Array;
  private readonly named: Uint8Array;
  private readonly weights: Float64Array;
  private readonly advice: Uint8Array;
  private readonly shares: Float64Array;

  constructor(
    sizes: { readonly dimensions: number; readonly arms: number; readonly rounds: number; readonly policies: number },
    rng: Rng,
  ) {
    const { dimensions, arms, rounds, policies } = sizes;
    this.rng = rng;
    this.arms = arms;
    this.policies = policies;
    this.gamma = Math.min(1, Math.sqrt((arms * Math.log(policies)) / ((Math.E - 1) * rounds)));
    this.bits = Uint8Array.from({ length: 2 * policies }, () => rng.below(dimensions));
    this.named = Uint8Array.from({ length: 4 * policies }, () => rng.below(arms));
    this.weights = new Float64Array(policies).fill(1);
    this.advice = new Uint8Array(policies);
    this.shares = new Float64Array(arms);
  }

  choose(_ones: Int32Array, _count: number, context: number): number {
    const { policies, bits, named, advice, weights, shares, gamma, arms } = this;
    shares.fill(0);
    let total = 0;
    for (let i = 0; i < policies; i += 1) {
      const arm = named[4 * i + 2 * ((context >>> bits[2 * i]!) & 1) + ((context >>> bits[2 * i + 1]!) & 1)]!;
      advice[i] = arm;
      shares[arm] = shares[arm]! + weights[i]!;
      total += weights[i]!;
    }
    if (total > LIMIT) for (let i = 0; i < policies; i += 1) weights[i] = weights[i]! / total;
    for (let arm = 0; arm < arms; arm += 1) shares[arm] = ((1 - gamma) * shares[arm]!) / total + gamma / arms;
    let left = this.rng.float() - shares[0]!;
    let chosen = 0;
    while (left >= 0 && chosen + 1 < arms) {
      chosen += 1;
      left -= shares[chosen]!;
    }
    return chosen;
  }

  learn(_ones: Int32Array, _count: number, arm: number, reward: number): void {
    if (reward === 0) return;
    const factor = Math.exp(((this.gamma / this.arms) * reward) / this.shares[arm]!);
    for (let i = 0; i < this.policies; i += 1) if (this.advice[i] === arm) this.weights[i] = this.weights[i]! * factor;
  }
}
