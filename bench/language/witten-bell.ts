import type { Rng } from '#foundation/kernel';
import { NumberCounts } from './number-counts.ts';

/** The symbols seen after each context, with their counts. */
type Followers = ReadonlyMap<number, readonly (readonly [number, number])[]>;

function groupByContext(pairs: NumberCounts, radix: number): Followers {
  const groups = new Map<number, (readonly [number, number])[]>();
  for (const [key, count] of pairs.entries()) {
    const context = Math.floor(key / radix);
    const group = groups.get(context) ?? [];
    group.push([key % radix, count]);
    groups.set(context, group);
  }
  return groups;
}

/**
 * The n-gram peer: what a context has seen, interpolated with the next shorter one by how often something new came in it,
 *
 *     p_k(c | h) = (n(h c) + t(h) · p_{k−1}(c | h′)) / (n(h) + t(h)),    p_{−1} uniform
 *
 * with n(h) the times h was seen and t(h) the different symbols after it. Symbols are numbers below 2^symbolBits, and
 * symbolBits · (order + 1) may not exceed 53. Shares no code with the predictor.
 *
 * @source Witten and Bell 1991, The zero-frequency problem
 */
export class WittenBell {
  private readonly pairs: readonly NumberCounts[];
  private readonly totals: readonly NumberCounts[];
  private readonly kinds: readonly NumberCounts[];
  private readonly recent: number[] = [];
  private readonly radix: number;
  readonly order: number;
  private readonly symbols: number;

  constructor(order: number, symbols: number, symbolBits = 8) {
    this.order = order;
    this.symbols = symbols;
    const perOrder = (): NumberCounts[] => Array.from({ length: order + 1 }, () => new NumberCounts());
    this.pairs = perOrder();
    this.totals = perOrder();
    this.kinds = perOrder();
    this.radix = 2 ** symbolBits;
  }

  /** Probability of a symbol after the symbols so far, with contexts of up to 0, 1, …, `order` symbols. */
  chances(symbol: number): number[] {
    const chances: number[] = [];
    let p = 1 / this.symbols;
    let context = 0;
    for (let k = 0; k <= Math.min(this.order, this.recent.length); k += 1) {
      if (k > 0) context += this.recent[this.recent.length - k]! * this.radix ** (k - 1);
      const total = this.totals[k]!.get(context);
      const kinds = this.kinds[k]!.get(context);
      if (total > 0) p = (this.pairs[k]!.get(context * this.radix + symbol) + kinds * p) / (total + kinds);
      chances.push(p);
    }
    while (chances.length <= this.order) chances.push(p);
    return chances;
  }

  /** Counts a symbol after the symbols so far. */
  learn(symbol: number): void {
    let context = 0;
    for (let k = 0; k <= Math.min(this.order, this.recent.length); k += 1) {
      if (k > 0) context += this.recent[this.recent.length - k]! * this.radix ** (k - 1);
      this.totals[k]!.add(context);
      if (this.pairs[k]!.add(context * this.radix + symbol) === 1) this.kinds[k]!.add(context);
    }
  }

  /** Moves on to the next place. */
  take(symbol: number): void {
    this.recent.push(symbol);
    if (this.recent.length > this.order) this.recent.shift();
  }

  /** Draws symbols from the model of one order, each given the ones before, from where it is. */
  write(length: number, order: number, rng: Rng): number[] {
    const followers = this.pairs.map((pairs) => groupByContext(pairs, this.radix));
    return Array.from({ length }, () => {
      const symbol = this.draw(Math.min(order, this.recent.length), followers, rng);
      this.take(symbol);
      return symbol;
    });
  }

  /** One symbol: from the longest context with chance n / (n + t), else from the next shorter one. */
  private draw(order: number, followers: readonly Followers[], rng: Rng): number {
    for (let k = order; k >= 0; k -= 1) {
      let context = 0;
      for (let back = 1; back <= k; back += 1) {
        context += this.recent[this.recent.length - back]! * this.radix ** (back - 1);
      }
      const total = this.totals[k]!.get(context);
      const pick = rng.below(Math.max(1, total + this.kinds[k]!.get(context)));
      if (pick >= total) continue;
      let left = pick;
      for (const [symbol, count] of followers[k]!.get(context)!) {
        if (left < count) return symbol;
        left -= count;
      }
    }
    return rng.below(this.symbols);
  }

  /** Forgets where it is, not what it counted. */
  restart(): void {
    this.recent.length = 0;
  }

  /** Conditional entropies H(symbol | k symbols before), from the counts themselves: an estimate from below. */
  plugInEntropies(): number[] {
    return this.pairs.map((pairs, k) => {
      let bits = 0;
      let all = 0;
      for (const [key, count] of pairs.entries()) {
        bits -= count * Math.log2(count / this.totals[k]!.get(Math.floor(key / this.radix)));
        all += count;
      }
      return all === 0 ? 0 : bits / all;
    });
  }
}
