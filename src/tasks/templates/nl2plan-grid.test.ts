import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { distancesTo, WALL } from '../grid/grid.ts';
import { drawDemands, objectNames, planShape, planText, sayDemands } from '../language/plan-instruction.ts';
import { readPlan } from '../language/read-plan.ts';
import { nl2planGrid } from './nl2plan-grid.ts';

function orders<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => orders(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

describe('NL2PLAN_GRID', () => {
  it('has the length of the shortest way over all orders of visits', () => {
    for (const [level, params] of nl2planGrid.levels.entries()) {
      for (let i = 0; i < 12; i += 1) {
        const { demands, cells, start, distance } = nl2planGrid.generate(params, createRng(`plan/${level}/${i}`));
        const { visit, before, avoid } = demands;
        let shortest = Infinity;
        for (const order of orders(visit)) {
          const done: number[] = [];
          let at = start;
          let length = 0;
          for (const thing of order) {
            const open = (other: number): boolean => before.every(([a, b]) => b !== other || done.includes(a));
            // What may not be entered yet is as good as a wall.
            const walls = cells.map((code) =>
              avoid.includes(code - 2) || (visit.includes(code - 4) && !open(code - 4)) ? WALL : code,
            );
            const goal = cells.indexOf(4 + thing);
            const distances = new Int16Array(cells.length);
            distancesTo(params.size, walls, at, distances);
            length += distances[goal]! < 0 ? Infinity : distances[goal]!;
            done.push(thing);
            at = goal;
          }
          shortest = Math.min(shortest, length);
        }
        expect(distance).toBe(shortest);
      }
    }
  });

  it('says what it means: the text read back has the same demands', () => {
    const rng = createRng('say');
    for (let i = 0; i < 600; i += 1) {
      const conditions = 1 + (i % 6);
      const demands = drawDemands(conditions, rng.bit() === 1, rng);
      const wording = rng.pick(['plain', 'varied', 'unseen'] as const);
      const read = readPlan(planText(sayDemands(demands, wording, rng)));
      expect([...read.visit].sort()).toEqual(demands.visit.map((thing) => objectNames[thing]!).sort());
      expect(read.needs).toEqual(new Map(demands.before.map(([a, b]) => [objectNames[b]!, objectNames[a]!])));
      expect(read.avoid.size).toBe(planShape(conditions).marks);
    }
  });
});
