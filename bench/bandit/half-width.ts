import { mean } from '#foundation/statistics';

/** Half of a 95 % interval of the mean over worlds, by the normal approximation; none of one world. */
export function halfWidth(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
  return 1.96 * Math.sqrt(variance / values.length);
}
