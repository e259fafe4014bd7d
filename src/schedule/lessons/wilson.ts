/** An interval for a success rate. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Where the true pass rate lies, given `passes` in `trials` (discounted counts need not be whole).
 *
 *     (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n)
 *
 * No trial says nothing: [0, 1].
 *
 * @source Wilson 1927, score interval
 */
export function wilsonInterval(passes: number, trials: number, z: number): Interval {
  if (!(trials > 0)) return { low: 0, high: 1 };
  const p = passes / trials;
  const z2 = z * z;
  const centre = p + z2 / (2 * trials);
  const reach = z * Math.sqrt(Math.max(0, (p * (1 - p)) / trials + z2 / (4 * trials * trials)));
  const scale = 1 + z2 / trials;
  return { low: Math.max(0, (centre - reach) / scale), high: Math.min(1, (centre + reach) / scale) };
}
