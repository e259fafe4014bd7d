import { Fault } from './fault.ts';
import { murmur3 } from './murmur3.ts';

const TWO_32 = 4294967296;
const seedWords = new Uint32Array(4);

/**
 * A named stream of chance. A stream *is* its path: `createRng('run-7/math/ARITH_EXPR/12')` gives the same numbers
 * everywhere and for ever, and `fork` appends a label without consuming anything, so a new consumer
 * shifts nobody else's numbers.
 *
 * The generator is sfc32: 128 bits of state, seeded with a 128-bit hash of the path.
 *
 * @source Doty-Humphrey, PractRand: sfc32
 */
export class Rng {
  readonly path: string;
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  constructor(path: string) {
    this.path = path;
    murmur3(path, seedWords);
    this.a = seedWords[0]! | 0;
    this.b = seedWords[1]! | 0;
    this.c = seedWords[2]! | 0;
    this.counter = seedWords[3]! | 0;
    // Close seeds stay correlated for the first outputs; sfc32 asks for 12 discarded rounds.
    for (let round = 0; round < 12; round += 1) this.uint32();
  }

  /** The stream at `path/label`. */
  fork(label: string | number): Rng {
    return new Rng(`${this.path}/${label}`);
  }

  /** A whole number in [0, 2³²). */
  uint32(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /**
   * A whole number in [0, n), without bias.
   *
   * Up to n = 2²¹ the product x·n is exact in a double, and its high part is the answer unless the low part falls
   * in the first 2³² mod n values; beyond, numbers past the last full multiple of n are drawn again.
   *
   * @source Lemire 2019, arXiv:1805.10941
   */
  below(n: number): number {
    if (!(n > 0 && n <= TWO_32 && Math.floor(n) === n)) {
      throw new Fault('kernel/bad-range', `cannot draw below ${n}`);
    }
    let x = this.uint32();
    if (n > 2097152) {
      const limit = TWO_32 - (TWO_32 % n);
      while (x >= limit) x = this.uint32();
      return x % n;
    }
    let low = Math.imul(x, n) >>> 0;
    if (low < n) {
      const biased = TWO_32 % n;
      while (low < biased) {
        x = this.uint32();
        low = Math.imul(x, n) >>> 0;
      }
    }
    return (x * n - low) / TWO_32;
  }

  /** A whole number in [low, high], both ends included. */
  int(low: number, high: number): number {
    if (!(Number.isInteger(low) && Number.isInteger(high) && low <= high)) {
      throw new Fault('kernel/bad-range', `cannot draw a whole number from ${low} to ${high}`);
    }
    return low + this.below(high - low + 1);
  }

  /** A number in [0, 1) with 53 random bits. */
  float(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** True with probability p. */
  chance(p: number): boolean {
    return this.float() < p;
  }

  /** One fair bit. */
  bit(): 0 | 1 {
    return this.uint32() >>> 31 === 1 ? 1 : 0;
  }

  /** One element, each equally likely. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** The index i with probability weights[i] / Σ weights. */
  weighted(weights: readonly number[]): number {
    let total = 0;
    for (const w of weights) total += w;
    if (!(total > 0 && Number.isFinite(total))) throw new Fault('kernel/bad-range', `weights sum to ${total}`);
    let left = this.float() * total;
    for (let i = 0; i < weights.length; i += 1) {
      left -= weights[i]!;
      if (left < 0) return i;
    }
    return weights.findLastIndex((w) => w > 0);
  }

  /** Shuffles in place and returns the same array. @source Fisher-Yates, Durstenfeld 1964 */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      const held = items[i]!;
      items[i] = items[j]!;
      items[j] = held;
    }
    return items;
  }

  /** k distinct whole numbers of [0, n), in random order. @source Floyd, in Bentley & Floyd 1987, then shuffled */
  distinct(k: number, n: number): number[] {
    if (k > n) throw new Fault('kernel/bad-range', `cannot draw ${k} distinct numbers below ${n}`);
    const chosen = new Set<number>();
    for (let j = n - k; j < n; j += 1) {
      const t = this.below(j + 1);
      chosen.add(chosen.has(t) ? j : t);
    }
    return this.shuffle([...chosen]);
  }

  /** A standard normal number. @source Box & Muller 1958; one of the pair is thrown away, so no state hides here */
  normal(): number {
    const u = 1 - this.float();
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.float());
  }
}

/** The stream with this path. */
export function createRng(path: string): Rng {
  return new Rng(path);
}
