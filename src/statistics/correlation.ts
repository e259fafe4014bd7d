import { incompleteBeta } from './incomplete-beta.ts';
import { requireSameLength, requireSample } from './require-sample.ts';
import { mean } from './summary.ts';

/** Up to 8! = 40 320 orders are all tried. */
const EXACT_UP_TO = 8;

export interface SpearmanResult {
  readonly rho: number;
  /** Two-sided. */
  readonly pValue: number;
  readonly method: 'exact' | 't-approximation';
}

/**
 * Pearson's correlation Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)² Σ(y−ȳ)²); undefined when either side does not vary.
 *
 * @source Pearson 1895
 */
export function pearson(xs: readonly number[], ys: readonly number[]): number | undefined {
  requireSameLength(xs, ys, 'correlation');
  requireSample(xs, 'first of a correlation', 2);
  requireSample(ys, 'second of a correlation', 2);
  const centreX = mean(xs);
  const centreY = mean(ys);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const [i, x] of xs.entries()) {
    const dx = x - centreX;
    const dy = ys[i]! - centreY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (xx === 0 || yy === 0) return undefined;
  return Math.min(1, Math.max(-1, xy / Math.sqrt(xx) / Math.sqrt(yy)));
}

/**
 * Spearman's rank correlation: Pearson's of the ranks, equal values sharing their average rank.
 *
 * The p-value asks how often a random order gives |ρ| as large: all orders are tried up to 8 pairs, beyond that
 *
 *     t = ρ √((n−2)/(1−ρ²)) follows Student's t with n − 2 degrees,  p = I_{1−ρ²}((n−2)/2, ½)
 *
 * Undefined when either side does not vary. Needs 3 pairs.
 *
 * @source Spearman 1904; Kendall & Stuart 1973 §31.19 for the t approximation
 */
export function spearman(xs: readonly number[], ys: readonly number[]): SpearmanResult | undefined {
  requireSample(xs, 'first of a correlation', 3);
  requireSample(ys, 'second of a correlation', 3);
  const ranksX = averageRanks(xs);
  const ranksY = averageRanks(ys);
  const rho = pearson(ranksX, ranksY);
  if (rho === undefined) return undefined;
  const n = xs.length;
  if (n <= EXACT_UP_TO) return { rho, pValue: shareAsExtreme(ranksX, ranksY), method: 'exact' };
  return { rho, pValue: incompleteBeta(1 - rho * rho, (n - 2) / 2, 0.5), method: 't-approximation' };
}

/** Ranks from 1; equal values share the mean of the ranks they take up. */
export function averageRanks(sample: readonly number[]): number[] {
  const order = sample.map((_, i) => i).sort((a, b) => sample[a]! - sample[b]!);
  const ranks = new Array<number>(sample.length);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && sample[order[to]!] === sample[order[from]!]) to += 1;
    for (let at = from; at < to; at += 1) ranks[order[at]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

/** With marginals fixed, |ρ| grows with |Σ xy − n x̄ȳ|; four times that is a whole number, so ties compare exactly. */
function shareAsExtreme(xs: readonly number[], ys: readonly number[]): number {
  const n = xs.length;
  const doubledX = xs.map((x) => 2 * x - (n + 1));
  const doubledY = ys.map((y) => 2 * y - (n + 1));
  const observed = Math.abs(doubledX.reduce((sum, x, i) => sum + x * doubledY[i]!, 0));
  let orders = 0;
  let extreme = 0;
  const descend = (at: number, sum: number): void => {
    if (at === n) {
      orders += 1;
      if (Math.abs(sum) >= observed) extreme += 1;
      return;
    }
    for (let i = at; i < n; i += 1) {
      swap(doubledY, at, i);
      descend(at + 1, sum + doubledX[at]! * doubledY[at]!);
      swap(doubledY, at, i);
    }
  };
  descend(0, 0);
  return extreme / orders;
}

function swap(items: number[], i: number, j: number): void {
  const held = items[i]!;
  items[i] = items[j]!;
  items[j] = held;
}
