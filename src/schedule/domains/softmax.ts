/**
 * Probabilities from logits, with a share spread evenly.
 *
 *     p_d = floor / n + (1 − floor) · exp(x_d − max x) / Σ exp(x_e − max x)
 *
 * @source spec/pipeline §4; the floor is research practice (no measurement without sampling) and 0 in the mode that follows it to the letter
 */
export function softmax(logits: readonly number[], floor = 0): number[] {
  const top = Math.max(...logits);
  const powers = logits.map((x) => Math.exp(x - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => floor / logits.length + ((1 - floor) * power) / total);
}

/** Scales to [0, 1] by the extremes; all equal gives all 0. @source spec/pipeline §4: normalize, read as min-max */
export function minMax(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  return values.map((value) => (range > 0 ? (value - low) / range : 0));
}
