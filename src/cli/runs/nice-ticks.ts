/**
 * Round numbers between two bounds, about `count` of them: multiples of 1, 2 or 5 times a power of ten.
 *
 * @source Heckbert, "Nice numbers for graph labels", Graphics Gems 1990
 */
export function niceTicks(low: number, high: number, count: number): readonly number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  // Multiples, not repeated sums: 0.1 + 0.2 is no tick.
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
