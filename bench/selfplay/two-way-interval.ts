import { createRng } from '#foundation/kernel';

/** A value of one seed on one start. */
export interface TwoWay {
  readonly seed: number;
  readonly start: number;
  readonly value: number;
}

const RESAMPLES = 4000;

/**
 * Mean of values with an interval of 95 % that covers the choice of seeds and of starts: both are drawn again, each value counts as often as
 * its seed times as often as its start. Few starts make it a little too narrow.
 *
 * @source Owen 2007, the pigeonhole bootstrap
 */
export function twoWayInterval(
  values: readonly TwoWay[],
  name: string,
): { readonly mean: number; readonly low: number; readonly high: number } | null {
  if (values.length < 2) return null;
  const seeds = [...new Set(values.map(({ seed }) => seed))];
  const starts = [...new Set(values.map(({ start }) => start))];
  const rng = createRng(`bench/selfplay/${name}`);
  const countsOf = (all: readonly number[]): Map<number, number> => {
    const counts = new Map<number, number>();
    for (const _ of all) {
      const one = rng.pick(all);
      counts.set(one, (counts.get(one) ?? 0) + 1);
    }
    return counts;
  };
  const means: number[] = [];
  while (means.length < RESAMPLES) {
    const [bySeed, byStart] = [countsOf(seeds), countsOf(starts)];
    let [sum, weight] = [0, 0];
    for (const { seed, start, value } of values) {
      const times = (bySeed.get(seed) ?? 0) * (byStart.get(start) ?? 0);
      sum += times * value;
      weight += times;
    }
    if (weight > 0) means.push(sum / weight);
  }
  means.sort((a, b) => a - b);
  const at = (share: number): number => means[Math.round(share * (RESAMPLES - 1))]!;
  return { mean: values.reduce((sum, { value }) => sum + value, 0) / values.length, low: at(0.025), high: at(0.975) };
}
