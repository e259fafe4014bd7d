import { mean, variance } from '#foundation/statistics';
import { quantileOfT } from '#foundation/statistics/distributions';

/** `mean ± half width` of a 95 % interval over seeds. */
export function spread(values: readonly number[]): string {
  if (values.length === 0) return 'not measured';
  const half =
    values.length < 2 ? 0 : quantileOfT(0.95, values.length - 1) * Math.sqrt(variance(values) / values.length);
  return `${mean(values).toFixed(3)} ± ${half.toFixed(3)}`;
}
