import { requireSameLength, requireSample } from './require-sample.ts';
import { mean } from './summary.ts';

/**
 * Pearson's correlation Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)² Σ(y−ȳ)²); undefined when either side does not vary.
 *
 * @source Pearson 1895
 */
export function pearson(xs: readonly number[], ys: readonly number[]): number | undefined {
  requireSameLength(xs, ys, 'correlation');
  requireSample(xs, 'first of a correlation', 2);
  requireSample(ys, 'second of a correlation', 2);
  const centreX = mean(xs);
  const centreY = mean(ys);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const [i, x] of xs.entries()) {
    const dx = x - centreX;
    const dy = ys[i]! - centreY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (xx === 0 || yy === 0) return undefined;
  return Math.min(1, Math.max(-1, xy / Math.sqrt(xx) / Math.sqrt(yy)));
}
