import type { Rng } from '#kernel';
import { distancesTo, drawWalls, FREE, GOAL, WALL } from './grid.ts';

/** A grid with a way from `start` to the cell marked GOAL, `distance` steps long. */
export interface SolvableGrid {
  readonly cells: Uint8Array;
  readonly start: number;
  readonly goal: number;
  readonly distance: number;
}

const distances = new Int16Array(64 * 64);

/**
 * Draws walls, a goal and a start that can reach it: the start is any cell of the goal's component, each equally likely.
 * A component smaller than a third of the grid is drawn again; after eight tries all walls are thinned by half.
 */
export function drawSolvableGrid(size: number, density: number, rng: Rng): SolvableGrid {
  const area = size * size;
  for (let tries = 0, thinned = density; ; tries += 1) {
    if (tries % 8 === 7) thinned /= 2;
    const cells = drawWalls(size, thinned, rng);
    const goal = rng.below(area);
    if (cells[goal] === WALL) continue;
    const reached = distancesTo(size, cells, goal, distances);
    if (reached < 2 || reached * 3 < area) continue;
    let left = rng.below(reached - 1);
    let start = 0;
    for (; ; start += 1) {
      if (distances[start]! <= 0) continue;
      if (left === 0) break;
      left -= 1;
    }
    cells[goal] = GOAL;
    return { cells, start, goal, distance: distances[start]! };
  }
}

/** The same walls with the goal at another cell that the start can reach; the old one where there is no other. */
export function moveGoal(size: number, grid: SolvableGrid, rng: Rng): SolvableGrid {
  const reached = distancesTo(size, grid.cells, grid.start, distances);
  if (reached < 3) return grid;
  let left = rng.below(reached - 2);
  let goal = 0;
  for (; ; goal += 1) {
    if (distances[goal]! <= 0 || goal === grid.goal) continue;
    if (left === 0) break;
    left -= 1;
  }
  const cells = grid.cells.slice();
  cells[grid.goal] = FREE;
  cells[goal] = GOAL;
  return { cells, start: grid.start, goal, distance: distances[goal]! };
}
