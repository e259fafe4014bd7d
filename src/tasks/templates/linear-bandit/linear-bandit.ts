import { createRng, type Rng } from '#foundation/kernel';
import type { Environment, Optimum, Policy, StepResult } from '#foundation/contracts/tasks';

/** Means are multiples of 1 / GRAIN, so that a reward fits the bit face and no platform rounds it otherwise. */
export const GRAIN = 1024;
const WEIGHT_GRAIN = 64;

/**
 * A bandit whose arms pay by context, in segments. On segment j and context x in {0, 1}^d, arm a pays on average
 *
 *     μ_a(x) = σ(w_a⁽ʲ⁾ · x),  σ logistic, rounded to a multiple of 1/1024
 *
 * @source spec/benchmark-suite §5.1 and §5.2
 */
export interface LinearBandit {
  readonly rounds: number;
  readonly arms: number;
  readonly dimensions: number;
  /** `bernoulli`: 1 with probability μ, else 0; `mean`: μ itself. */
  readonly pays: 'bernoulli' | 'mean';
  /** By segment, arm and dimension. */
  readonly weights: readonly (readonly (readonly number[])[])[];
  /** The first round of each segment. */
  readonly starts: readonly number[];
  /** P(x_i = 1) · 16. */
  readonly rates: readonly number[];
  /** Where contexts and rewards are drawn. */
  readonly noise: string;
}

export interface BanditObservation {
  readonly round: number;
  readonly context: Uint8Array;
  /** What the last choice was and paid; null before the first, or where it could not be read. */
  readonly last: { readonly arm: number; readonly reward: number } | null;
}

/** Weights from N(0, 1), to the nearest 1/64. */
export function drawWeights(arms: number, dimensions: number, rng: Rng): number[][] {
  return Array.from({ length: arms }, () =>
    Array.from({ length: dimensions }, () => Math.round(rng.normal() * WEIGHT_GRAIN) / WEIGHT_GRAIN + 0),
  );
}

/** How often each bit of a context is 1, in sixteenths: half the time, or anything between 2 and 14. */
export function drawRates(kind: 'uniform' | 'biased', dimensions: number, rng: Rng): number[] {
  return Array.from({ length: dimensions }, () => (kind === 'uniform' ? 8 : rng.int(2, 14)));
}

function dot(weights: readonly number[], context: Uint8Array): number {
  let z = 0;
  for (let i = 0; i < context.length; i += 1) z += weights[i]! * context[i]!;
  return z;
}

/** The mean of one arm in grains. */
function meanGrains(weights: readonly number[], context: Uint8Array): number {
  return Math.round(GRAIN / (1 + Math.exp(-dot(weights, context))));
}

/** The contexts of an episode, one after the other. Four bits of a draw decide one bit of a context. */
export class ContextStream {
  private readonly rates: readonly number[];
  private readonly rng: Rng;

  constructor({ rates, noise }: LinearBandit) {
    this.rates = rates;
    this.rng = createRng(`${noise}/contexts`);
  }

  next(): Uint8Array {
    const context = new Uint8Array(this.rates.length);
    let word = 0;
    for (let i = 0; i < context.length; i += 1) {
      word = i % 8 === 0 ? this.rng.uint32() : word >>> 4;
      context[i] = (word & 15) < this.rates[i]! ? 1 : 0;
    }
    return context;
  }
}

/** The segment a round lies in. */
function segmentOf(starts: readonly number[], round: number): number {
  let segment = 0;
  while (segment + 1 < starts.length && starts[segment + 1]! <= round) segment += 1;
  return segment;
}

/** Plays the bandit; an arm that is none pays nothing and takes its round. */
export class BanditEnvironment implements Environment<BanditObservation, number> {
  private readonly world: LinearBandit;
  private readonly contexts: ContextStream;
  private readonly rewards: Rng;
  private round = 0;
  private context: Uint8Array;
  private last: BanditObservation['last'] = null;

  constructor(world: LinearBandit) {
    this.world = world;
    this.contexts = new ContextStream(world);
    this.rewards = createRng(`${world.noise}/rewards`);
    this.context = this.contexts.next();
  }

  observe(): BanditObservation {
    return { round: this.round, context: this.context, last: this.last };
  }

  step(action: number | undefined): StepResult {
    const { rounds, pays, weights, starts, arms } = this.world;
    if (this.round >= rounds) return { reward: 0, done: true };
    const luck = this.rewards.below(GRAIN);
    let reward = 0;
    this.last = null;
    if (action !== undefined && action >= 1 && action <= arms) {
      const grains = meanGrains(weights[segmentOf(starts, this.round)]![action - 1]!, this.context);
      reward = pays === 'mean' ? grains / GRAIN : luck < grains ? 1 : 0;
      this.last = { arm: action, reward };
    }
    this.round += 1;
    const done = this.round === rounds;
    if (!done) this.context = this.contexts.next();
    return { reward, done };
  }
}

/** Knows the weights and takes the best arm of each context: σ grows, so the largest w · x is enough. */
export function clairvoyant({ weights, starts }: LinearBandit): Policy<BanditObservation, number> {
  return {
    act({ round, context }) {
      const arms = weights[segmentOf(starts, round)]!;
      let best = 0;
      let most = -Infinity;
      for (let arm = 0; arm < arms.length; arm += 1) {
        const z = dot(arms[arm]!, context);
        if (z <= most) continue;
        best = arm;
        most = z;
      }
      return best + 1;
    },
  };
}

/** For each round, the mean of every arm. */
function* meansByRound(world: LinearBandit): Generator<readonly number[]> {
  const contexts = new ContextStream(world);
  for (let round = 0; round < world.rounds; round += 1) {
    const context = contexts.next();
    yield world.weights[segmentOf(world.starts, round)]!.map((weights) => meanGrains(weights, context) / GRAIN);
  }
}

/** Σₜ maxₐ μₐ(xₜ); four standard deviations and one reward either side hold 999 episodes in 1,000. */
export function banditOptimum(world: LinearBandit): Optimum {
  let reward = 0;
  let variance = 0;
  for (const means of meansByRound(world)) {
    const best = Math.max(...means);
    reward += best;
    variance += best * (1 - best);
  }
  if (world.pays === 'mean') return { kind: 'bound', reward };
  const spread = 4 * Math.sqrt(variance) + 1;
  return { kind: 'bound', reward, low: Math.max(0, reward - spread), high: Math.min(world.rounds, reward + spread) };
}

/** Σₜ meanₐ μₐ(xₜ). */
export function banditRandomReturn(world: LinearBandit): number {
  let reward = 0;
  for (const means of meansByRound(world)) reward += means.reduce((sum, mean) => sum + mean, 0) / means.length;
  return reward;
}

/** The regret of each round in expectation, μ* − μ; all of μ* where the action could not be read. */
export function regrets(world: LinearBandit, actions: readonly (number | undefined)[]): number[] {
  const found: number[] = [];
  let round = 0;
  for (const means of meansByRound(world)) {
    if (round >= actions.length) break;
    found.push(Math.max(...means) - (means[(actions[round] ?? 0) - 1] ?? 0));
    round += 1;
  }
  return found;
}
