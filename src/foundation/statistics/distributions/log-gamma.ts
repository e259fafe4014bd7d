import { requireInside } from '../require-sample.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727;

/** From here on six terms of the series below err by less than 2⁻⁵³. */
const SERIES_FROM = 16;

/**
 * The natural logarithm of Γ(x), for x > 0.
 *
 *     ln Γ(z) = (z − ½) ln z − z + ½ ln 2π + 1/(12 z) − 1/(360 z³) + …
 *
 * Small x are first lifted to z ≥ 16 by Γ(z + 1) = z Γ(z).
 *
 * @source Stirling series, DLMF 5.11.1; recurrence, DLMF 5.5.1
 */
export function logGamma(x: number): number {
  requireInside(x, 0, Infinity, 'the argument of logGamma');
  let z = x;
  let lift = 1;
  while (z < SERIES_FROM) {
    lift *= z;
    z += 1;
  }
  return (z - 0.5) * Math.log(z) - z + HALF_LOG_TWO_PI + tail(z) - Math.log(lift);
}

/** What Stirling's formula lacks: ln Γ(z + 1) − (z + ½) ln z + z − ½ ln 2π, for z > 0. */
export function stirlingError(z: number): number {
  return z < SERIES_FROM ? logGamma(z + 1) - (z + 0.5) * Math.log(z) + z - HALF_LOG_TWO_PI : tail(z);
}

function tail(z: number): number {
  const w = 1 / (z * z);
  return (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - (w * 691) / 360360))))) / z;
}
