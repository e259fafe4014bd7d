/** top / bottom in lowest terms, the bottom above 0. */
export interface Fraction {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The fraction of least bottom above `low` and below `high`.
 *
 * @source the Stern–Brocot tree: the first fraction of the interval that it meets; long runs to one side are continued fractions
 */
export function simplestBetween(low: number, high: number): Fraction | undefined {
  if (!(low < high)) return undefined;
  if (low < 0 && high > 0) return { top: 0, bottom: 1 };
  if (high <= 0) {
    const mirrored = simplestBetween(-high, -low);
    return mirrored && { top: -mirrored.top, bottom: mirrored.bottom };
  }
  return descend(low, high, 0);
}

/** Fractions of this depth have bottoms beyond what doubles tell apart. */
const DEEPEST = 24;

function descend(low: number, high: number, depth: number): Fraction | undefined {
  const whole = Math.floor(low);
  if (whole + 1 < high) return { top: whole + 1, bottom: 1 };
  if (depth >= DEEPEST) return undefined;
  const inner = descend(1 / (high - whole), low === whole ? Infinity : 1 / (low - whole), depth + 1);
  return inner && { top: whole * inner.top + inner.bottom, bottom: inner.top };
}

export function lowestTerms(top: number, bottom: number): Fraction {
  let [a, b] = [Math.abs(top), bottom];
  while (b !== 0) [a, b] = [b, a % b];
  return a === 0 ? { top: 0, bottom: 1 } : { top: top / a, bottom: bottom / a };
}
