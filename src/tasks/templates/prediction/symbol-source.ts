/** Probabilities are multiples of 1/GRAIN, so that a predictor can state them exactly. */
export const GRAIN = 64;

/**
 * Something that emits symbols one by one. `weights(state)` are whole numbers that sum to GRAIN: the exact conditional
 * distribution of the next symbol. States are small whole numbers or strings; `next` moves on.
 */
export interface SymbolSource<S> {
  readonly symbols: readonly string[];
  readonly start: S;
  weights(state: S): readonly number[];
  next(state: S, symbol: number): S;
}

/** The symbol a draw in [0, GRAIN) falls on. */
export function symbolAt(weights: readonly number[], draw: number): number {
  let left = draw;
  for (let symbol = 0; symbol < weights.length; symbol += 1) {
    left -= weights[symbol]!;
    if (left < 0) return symbol;
  }
  return weights.length - 1;
}

/** Whole numbers at least 1 that sum to GRAIN, on `count` of `size` places chosen by the stream; the first few take most. */
export function drawWeights(
  size: number,
  count: number,
  rng: { below(n: number): number; distinct(k: number, n: number): number[] },
): number[] {
  const weights = new Array<number>(size).fill(0);
  const places = rng.distinct(count, size);
  for (const place of places) weights[place] = 1;
  for (let left = GRAIN - count; left > 0;) {
    const piece = 1 + rng.below(left);
    weights[places[rng.below(rng.below(count) + 1)]!]! += piece;
    left -= piece;
  }
  return weights;
}
