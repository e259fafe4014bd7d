import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { shortestTour } from './collect-tour.ts';
import { distancesTo, drawWalls, WALL } from './grid.ts';

function orders(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

describe('the shortest tour', () => {
  it('is as short as the best of all orders', () => {
    const rng = createRng('tour-test');
    const distances = new Int16Array(36);
    let checked = 0;
    for (let i = 0; i < 120; i += 1) {
      const cells = drawWalls(6, 0.2, rng);
      const start = rng.below(36);
      distancesTo(6, cells, start, distances);
      const open = Array.from(distances.keys()).filter((cell) => cells[cell] !== WALL && distances[cell]! > 0);
      if (cells[start] === WALL || open.length < 5) continue;
      checked += 1;
      const items = rng.distinct(1 + rng.below(5), open.length).map((place) => open[place]!);
      const lengths = orders(items).map((order) => {
        let length = 0;
        let at = start;
        for (const item of order) {
          distancesTo(6, cells, item, distances);
          length += distances[at]!;
          at = item;
        }
        return length;
      });
      const tour = shortestTour(6, cells, start, items);
      expect(tour.length).toBe(Math.min(...lengths));
      expect(new Set(tour.order)).toEqual(new Set(items));
    }
    expect(checked).toBeGreaterThan(60);
  });
});
