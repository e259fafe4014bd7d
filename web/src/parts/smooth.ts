import type { Curve } from '../../../src/app/server/views/curve.ts';

/**
 * A curve drawn calmer, without its band, which is that of the raw one:
 *
 *     sₙ = w sₙ₋₁ + (1 − w) yₙ, divided by 1 − wⁿ, so that it does not begin too low
 *
 * @source Kingma and Ba, Adam, the correction of the beginning
 */
export function smoothed(curve: Curve, weight: number): Curve {
  if (weight === 0) return curve;
  const none = curve.y.map(() => null);
  let [sum, left] = [0, 1];
  const y = curve.y.map((value) => {
    left *= weight;
    sum = weight * sum + (1 - weight) * value;
    return sum / (1 - left);
  });
  return { ...curve, y, low: none, high: none };
}
