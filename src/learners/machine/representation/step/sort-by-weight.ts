/**
 * Sorts the first `count` slots by descending weight, ties by rank. Few are picked as a rule, and in nearly that order, so
 * they are inserted in place.
 */
export function sortByWeight(slots: Int32Array, count: number, weights: Float64Array, ranks: Int32Array): void {
  if (count > 64) {
    slots.subarray(0, count).sort((a, b) => weights[b]! - weights[a]! || ranks[a]! - ranks[b]!);
    return;
  }
  for (let i = 1; i < count; i += 1) {
    const slot = slots[i]!;
    const weight = weights[slot]!;
    let at = i;
    while (at > 0) {
      const other = slots[at - 1]!;
      const otherWeight = weights[other]!;
      if (otherWeight > weight || (otherWeight === weight && ranks[other]! < ranks[slot]!)) break;
      slots[at] = other;
      at -= 1;
    }
    slots[at] = slot;
  }
}
