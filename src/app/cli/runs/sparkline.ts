const blocks = '▁▂▃▄▅▆▇█';

/** One block per value, from the least to the greatest; equal values stand in the middle. */
export function sparkline(values: readonly number[]): string {
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  return values.map((value) => blocks[span === 0 ? 3 : Math.min(7, Math.floor((8 * (value - least)) / span))]).join('');
}
