import { createRng, type Rng } from '#foundation/kernel';

/** The sizes of a bandit: d context bits, K arms, T rounds, J changes. */
export interface BanditSize {
  readonly dimensions: number;
  readonly arms: number;
  readonly rounds: number;
  readonly changes: number;
}

export function banditSize(dimensions: number, arms: number, rounds: number, changes = 0): BanditSize {
  return { dimensions, arms, rounds, changes };
}

/**
 * A logistic bandit with its luck drawn beforehand, so that every learner meets the same contexts and the same rewards.
 *
 *     μ_a(x) = σ(w_a⁽ʲ⁾ · x),   x uniform on {0, 1}^d,   w ~ N(0, 1),   R_t(a) = 1 if u_t < μ_a(x_t)
 *
 * Segment j is rounds ⌈jT/(J+1)⌉ to ⌈(j+1)T/(J+1)⌉ − 1.
 *
 * @source spec/benchmark-suite §5.1 and §5.2
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
  /** Standard deviation of the weights. */
  readonly scale: number;
}

/** How a world changes and how large its weights are; the specification's way where nothing is said. */
export interface WorldKind {
  readonly when?: 'even' | 'random';
  readonly what?: 'all' | 'one' | 'gradual';
  readonly scale?: number;
}

/** A gradual change is made in so many small ones. */
const GRADES = 16;

export function createWorld(size: BanditSize, seedPath: string, kind: WorldKind = {}): BanditWorld {
  const { dimensions, arms, rounds, changes } = size;
  const rng = createRng(seedPath);
  const draw = rng.fork('weights');
  const scale = kind.scale ?? 1;
  const drawn = Array.from({ length: changes + 1 }, () =>
    Array.from({ length: arms }, () => Float64Array.from({ length: dimensions }, () => scale * draw.normal())),
  );
  const even = Array.from({ length: changes + 1 }, (_, j) => Math.ceil((j * rounds) / (changes + 1)));
  const times = rng.fork('times');
  const random = (): number[] =>
    times
      .distinct(changes, rounds - 1)
      .map((t) => t + 1)
      .sort((a, b) => a - b);
  const segments = segmentsOf(
    kind.what === 'one' ? changeOne(drawn, rng.fork('arms')) : drawn,
    kind.when === 'random' ? [0, ...random()] : even,
    { rounds, isGradual: kind.what === 'gradual' },
  );
  const contexts = new Uint32Array(rounds);
  const luck = new Float64Array(rounds);
  const noise = rng.fork('rounds');
  for (let t = 0; t < rounds; t += 1) {
    contexts[t] = noise.uint32() >>> (32 - dimensions);
    luck[t] = noise.float();
  }
  return { size, seedPath, ...segments, contexts, luck, scale };
}

type Weights = readonly (readonly Float64Array[])[];

/** Each change is one of a single arm. */
function changeOne(drawn: Weights, rng: Rng): Weights {
  const segments = [drawn[0]!];
  for (const fresh of drawn.slice(1)) {
    const arm = rng.below(fresh.length);
    segments.push(segments.at(-1)!.map((weights, i) => (i === arm ? fresh[i]! : weights)));
  }
  return segments;
}

/** Sudden changes as they are; gradual ones as many small steps from each change to the middle of its segment. */
function segmentsOf(
  drawn: Weights,
  starts: readonly number[],
  { rounds, isGradual }: { readonly rounds: number; readonly isGradual: boolean },
): Pick<BanditWorld, 'weights' | 'starts'> {
  if (!isGradual) return { weights: drawn, starts };
  const weights: (readonly Float64Array[])[] = [drawn[0]!];
  const begins = [0];
  for (let j = 1; j < drawn.length; j += 1) {
    const span = ((starts[j + 1] ?? rounds) - starts[j]!) / 2;
    for (let grade = 1; grade <= GRADES; grade += 1) {
      const begin = Math.floor(starts[j]! + ((grade - 1) * span) / GRADES);
      if (begin <= begins.at(-1)!) continue;
      begins.push(begin);
      const share = grade / GRADES;
      weights.push(
        drawn[j]!.map((to, arm) => to.map((value, i) => share * value + (1 - share) * drawn[j - 1]![arm]![i]!)),
      );
    }
  }
  return { weights, starts: begins };
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
