import { mean, variance } from '#foundation/statistics';
import { quantileOfT } from '#foundation/statistics/distributions';

/** `mean ± half width` of a 95 % interval over seeds. */
export function spread(values: readonly number[]): string {
  return values.length === 0 ? 'not measured' : `${mean(values).toFixed(3)} ± ${halfWidth(values).toFixed(3)}`;
}

/** The lower end of that interval. */
export function lowerEnd(values: readonly number[]): number | undefined {
  return values.length < 2 ? undefined : mean(values) - halfWidth(values);
}

function halfWidth(values: readonly number[]): number {
  if (values.length < 2) return 0;
  return quantileOfT(0.95, values.length - 1) * Math.sqrt(variance(values) / values.length);
}
