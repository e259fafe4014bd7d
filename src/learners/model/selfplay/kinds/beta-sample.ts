import type { Rng } from '#foundation/kernel';

/** A draw of Beta(a, b). @source X / (X + Y) with X ~ Gamma(a), Y ~ Gamma(b) */
export function betaSample(a: number, b: number, rng: Rng): number {
  const [x, y] = [gammaSample(a, rng), gammaSample(b, rng)];
  return x + y === 0 ? 0.5 : x / (x + y);
}

/** A draw of Gamma(shape, 1). @source Marsaglia & Tsang 2000, with U^(1/shape) below 1 */
function gammaSample(shape: number, rng: Rng): number {
  if (shape < 1) return gammaSample(shape + 1, rng) * (1 - rng.float()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = rng.normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - rng.float()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
