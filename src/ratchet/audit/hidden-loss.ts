import type { PairedOutcome } from '#foundation/contracts/certificates';

/**
 * How likely outcomes as good as these are without a gain, where one more task may lose what the incumbent usually scores: computed
 * again, with Newton's method in place of halving and its own normal tail.
 *
 *     P(Σ Eᵢ dᵢ − E₀ s ≤ 0),  Eᵢ independent exponentials, s = max(⅔, mean score of the incumbent), at its saddlepoint
 *
 * @source Gaffke 2005; Lugannani & Rice 1980
 */
export function hiddenLoss(outcomes: readonly PairedOutcome[]): number {
  const differences = outcomes.map(({ candidate, incumbent }) => candidate - incumbent);
  if (differences.every((d) => d === Math.round(d))) return 0;
  const usual = outcomes.reduce((sum, { incumbent }) => sum + incumbent / outcomes.length, 0);
  const unseen = -Math.max(2 / 3, Math.min(1, usual));
  const values = [unseen, ...differences].filter((d) => d !== 0);
  let [least, most] = [0, 0];
  for (const d of values) [least, most] = [Math.min(least, d), Math.max(most, d)];
  if (most <= 0) return 1;
  const s = root(values, 1 / least, 1 / most);
  let [cumulant, curvature] = [0, 0];
  for (const d of values) {
    cumulant -= Math.log(1 - s * d);
    curvature += (d / (1 - s * d)) ** 2;
  }
  const w = Math.sign(s) * Math.sqrt(Math.max(0, -2 * cumulant));
  const u = s * Math.sqrt(curvature);
  if (Math.abs(w) < 1e-4) return 0.5;
  const density = Math.exp(-0.5 * w * w) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, lowerTail(w) + density * (1 / w - 1 / u)));
}

/** Where the slope of the cumulant is 0: it rises from −∞ to ∞ between the poles. A step that leaves the bracket is halved. */
function root(values: readonly number[], from: number, to: number): number {
  let [low, high, s] = [from, to, 0];
  for (let step = 0; step < 200; step += 1) {
    let [slope, curve] = [0, 0];
    for (const d of values) {
      const t = d / (1 - s * d);
      slope += t;
      curve += t * t;
    }
    if (slope > 0) high = s;
    else low = s;
    const next = s - slope / curve;
    const inside = next > low && next < high ? next : (low + high) / 2;
    if (Math.abs(inside - s) < 1e-15) return inside;
    s = inside;
  }
  return s;
}

/** Φ(x): the series near 0, the continued fraction of Laplace in the tails. */
function lowerTail(x: number): number {
  if (x > 0) return 1 - lowerTail(-x);
  const density = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
  if (x < -4) {
    let fraction = -x;
    for (let k = 120; k >= 1; k -= 1) fraction = -x + k / fraction;
    return density / fraction;
  }
  let [term, sum] = [x, x];
  for (let k = 1; k < 200; k += 1) {
    term *= (x * x) / (2 * k + 1);
    sum += term;
  }
  return 0.5 + density * sum;
}
