import { createRng } from '#kernel';

/** The sizes of a bandit: d context bits, K arms, T rounds, J changes. */
export interface BanditSize {
  readonly dimensions: number;
  readonly arms: number;
  readonly rounds: number;
  readonly changes: number;
}

/**
 * A logistic bandit with its luck drawn beforehand, so that every learner meets the same contexts and the same rewards.
 *
 *     μ_a(x) = σ(w_a⁽ʲ⁾ · x),   x uniform on {0, 1}^d,   w ~ N(0, 1),   R_t(a) = 1 if u_t < μ_a(x_t)
 *
 * Segment j is rounds ⌈jT/(J+1)⌉ to ⌈(j+1)T/(J+1)⌉ − 1.
 *
 * @source seed 003 §5.1 and §5.2
 */
export interface BanditWorld {
  readonly size: BanditSize;
  readonly seedPath: string;
  /** By segment, arm and dimension. */
  readonly weights: readonly (readonly Float64Array[])[];
  readonly starts: readonly number[];
  /** Context bits of a round, and the number that decides its reward. */
  readonly contexts: Uint32Array;
  readonly luck: Float64Array;
}

export function createWorld(size: BanditSize, seedPath: string): BanditWorld {
  const { dimensions, arms, rounds, changes } = size;
  const rng = createRng(seedPath);
  const draw = rng.fork('weights');
  const weights = Array.from({ length: changes + 1 }, () =>
    Array.from({ length: arms }, () => Float64Array.from({ length: dimensions }, () => draw.normal())),
  );
  const starts = Array.from({ length: changes + 1 }, (_, j) => Math.ceil((j * rounds) / (changes + 1)));
  const contexts = new Uint32Array(rounds);
  const luck = new Float64Array(rounds);
  const noise = rng.fork('rounds');
  for (let t = 0; t < rounds; t += 1) {
    contexts[t] = noise.uint32() >>> (32 - dimensions);
    luck[t] = noise.float();
  }
  return { size, seedPath, weights, starts, contexts, luck };
}

/** μ of every arm in every context of a segment, by context, then arm. */
export function meansOf(world: BanditWorld, segment: number): Float64Array {
  const { dimensions, arms } = world.size;
  const means = new Float64Array(arms * 2 ** dimensions);
  for (const [arm, weights] of world.weights[segment]!.entries()) {
    means[arm] = 0;
    // Logits by context: that of the context without its highest bit, plus that bit's weight.
    for (let bit = 0; bit < dimensions; bit += 1) {
      const half = 1 << bit;
      for (let x = 0; x < half; x += 1) means[(x + half) * arms + arm] = means[x * arms + arm]! + weights[bit]!;
    }
  }
  for (let i = 0; i < means.length; i += 1) means[i] = 1 / (1 + Math.exp(-means[i]!));
  return means;
}
