/**
 * Which hypotheses may be rejected so that at most a share q of the rejected ones is expected to be true.
 *
 *     reject the k smallest p, k = max { i : p₍ᵢ₎ ≤ q i / n }
 *
 * @source Benjamini & Hochberg 1995
 */
export function discoveries(pValues: readonly number[], q: number): boolean[] {
  const sorted = pValues.toSorted((a, b) => a - b);
  const last = sorted.findLastIndex((p, i) => p <= (q * (i + 1)) / sorted.length);
  return pValues.map((p) => last >= 0 && p <= sorted[last]!);
}
