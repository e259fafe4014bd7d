import type { Rng } from '#foundation/kernel';
import { distancesTo, GOAL, WALL } from './grid.ts';

/** A grid with a way from `start` to the cell marked GOAL, `distance` steps long. */
export interface SolvableGrid {
  readonly cells: Uint8Array;
  readonly start: number;
  readonly goal: number;
  readonly distance: number;
}

const distances = new Int16Array(64 * 64);

/**
 * Exactly round(density · size²) walls at random places, a goal and a start that can reach it. A component smaller than a third of the grid is
 * drawn again; past eight tries, which only dense grids need, the largest of a draw will do, if it has two cells.
 */
export function drawExactGrid(size: number, density: number, rng: Rng): SolvableGrid {
  const area = size * size;
  const walls = Math.round(density * area);
  for (let tries = 0; ; tries += 1) {
    const cells = new Uint8Array(area);
    for (const cell of rng.distinct(walls, area)) cells[cell] = WALL;
    const goal = tries < 8 ? rng.below(area) : placeInLargest(size, cells, rng);
    if (cells[goal] === WALL) continue;
    const reached = distancesTo(size, cells, goal, distances);
    if (reached < 2 || (tries < 8 && reached * 3 < area)) continue;
    const start = nthReached(rng.below(reached - 1));
    cells[goal] = GOAL;
    return { cells, start, goal, distance: distances[start]! };
  }
}

/** The n-th cell that `distances` reaches, the target not counted. */
function nthReached(n: number): number {
  let left = n;
  for (let cell = 0; ; cell += 1) {
    if (distances[cell]! <= 0) continue;
    if (left === 0) return cell;
    left -= 1;
  }
}

function placeInLargest(size: number, cells: Uint8Array, rng: Rng): number {
  let best: number[] = [0];
  const seen = new Uint8Array(cells.length);
  for (let cell = 0; cell < cells.length; cell += 1) {
    if (cells[cell] === WALL || seen[cell] === 1) continue;
    distancesTo(size, cells, cell, distances);
    const members: number[] = [];
    for (let each = 0; each < cells.length; each += 1) {
      if (distances[each]! < 0) continue;
      seen[each] = 1;
      members.push(each);
    }
    if (members.length > best.length) best = members;
  }
  return rng.pick(best);
}

/** Mirrored left to right, top to bottom, both, or along either diagonal. */
const mirrors: readonly ((x: number, y: number, last: number) => readonly [number, number])[] = [
  (x, y, last) => [last - x, y],
  (x, y, last) => [x, last - y],
  (x, y, last) => [last - x, last - y],
  (x, y) => [y, x],
  (x, y, last) => [last - y, last - x],
];

/**
 * The same grid to look at, with the goal that pays at the mirror image of the marked one, or at the cell nearest to it that the start can reach
 * (other than the start and the mark; ties go to the earlier cell). Nothing that is observed tells; the marked cell pays nothing.
 */
export function hideGoal(size: number, grid: SolvableGrid, rng: Rng): SolvableGrid {
  const image = mirrors[rng.below(mirrors.length)]!;
  const mark = grid.cells.indexOf(GOAL);
  const [x, y] = image(mark % size, Math.floor(mark / size), size - 1);
  distancesTo(size, grid.cells, grid.start, distances);
  let goal = grid.goal;
  let nearest = Infinity;
  for (let cell = 0; cell < grid.cells.length; cell += 1) {
    if (distances[cell]! <= 0 || cell === mark) continue;
    const away = Math.abs((cell % size) - x) + Math.abs(Math.floor(cell / size) - y);
    if (away < nearest) [goal, nearest] = [cell, away];
  }
  return { cells: grid.cells, start: grid.start, goal, distance: distances[goal]! };
}
