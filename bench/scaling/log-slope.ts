import { mean } from '#foundation/statistics';

/** The least-squares slope of log y against log x: 0 when y does not depend on x. */
export function logSlope(points: readonly (readonly [number, number])[]): number {
  const xs = points.map(([x]) => Math.log(x));
  const ys = points.map(([, y]) => Math.log(y));
  const [middleX, middleY] = [mean(xs), mean(ys)];
  const covariance = mean(xs.map((x, i) => (x - middleX) * (ys[i]! - middleY)));
  return covariance / mean(xs.map((x) => (x - middleX) ** 2));
}
