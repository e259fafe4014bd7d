import { expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { type TwoWay, twoWayInterval } from './two-way-interval.ts';

/** Ten seeds on five starts whose means differ by chance, around 0. */
function drawn(run: number, ofStart: number): TwoWay[] {
  const rng = createRng(`two-way/${run}`);
  const starts = Array.from({ length: 5 }, () => ofStart * rng.normal());
  return Array.from({ length: 10 }, (_, seed) => {
    const ofSeed = 0.1 * rng.normal();
    return starts.map((value, start) => ({ seed, start, value: value + ofSeed + 0.1 * rng.normal() }));
  }).flat();
}

it('covers the mean about as often as it says, where starts differ and where they do not', () => {
  for (const [ofStart, least] of [
    [0, 0.88],
    [0.3, 0.75],
  ] as const) {
    const runs = Array.from({ length: 100 }, (_, run) => twoWayInterval(drawn(run, ofStart), `${run}`)!);
    const covered = runs.filter(({ low, high }) => low <= 0 && 0 <= high).length;
    expect(covered / runs.length).toBeGreaterThanOrEqual(least);
  }
});

it('says nothing of one value, and takes a design in which starts and seeds do not all meet', () => {
  expect(twoWayInterval([{ seed: 1, start: 1, value: 1 }], 'one')).toBeNull();
  const diagonal = Array.from({ length: 9 }, (_, i) => ({ seed: i, start: i % 3, value: 2 }));
  expect(twoWayInterval(diagonal, 'diagonal')).toEqual({ mean: 2, low: 2, high: 2 });
});
