/**
 * Sorts slots by descending weight, ties by rank. Few are picked as a rule, and in nearly that order, so they are inserted
 * in place.
 */
export function sortByWeight(slots: number[], weights: Float64Array, ranks: Int32Array): void {
  if (slots.length > 64) {
    slots.sort((a, b) => weights[b]! - weights[a]! || ranks[a]! - ranks[b]!);
    return;
  }
  for (let i = 1; i < slots.length; i += 1) {
    const slot = slots[i]!;
    const weight = weights[slot]!;
    let at = i;
    while (at > 0) {
      const other = slots[at - 1]!;
      if (weights[other]! > weight || (weights[other] === weight && ranks[other]! < ranks[slot]!)) break;
      slots[at] = other;
      at -= 1;
    }
    slots[at] = slot;
  }
}
