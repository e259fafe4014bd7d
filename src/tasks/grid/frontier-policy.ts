import type { Policy } from '#foundation/contracts/tasks';
import { distancesTo, downhill, GOAL, type Move, moves } from './grid.ts';
import type { GridView, Sight } from './grid-view.ts';

const UNSEEN = 3;

/**
 * Explores with memory: to the goal once it has been seen, else to the nearest cell not yet seen; unseen cells count as free.
 * It knows only what the views showed, so its return is what an agent without the map can earn.
 *
 * @source Yamauchi 1997, frontier-based exploration
 */
export function frontierPolicy(sight: Sight, effects: readonly number[]): Policy<GridView, Move> {
  const { size } = sight;
  const known = new Uint8Array(size * size).fill(UNSEEN);
  const distances = new Int16Array(size * size);
  return {
    act(view) {
      remember(sight, known, view);
      const here = view.y * size + view.x;
      let target = known.indexOf(GOAL);
      if (target < 0) target = nearestUnseen(size, known, here, distances);
      if (target < 0) return 'STAY';
      distancesTo(size, known, target, distances);
      return moves[effects.indexOf(downhill(size, distances, here))]!;
    },
  };
}

function remember({ size, window }: Sight, known: Uint8Array, view: GridView): void {
  for (let row = 0; row < view.side; row += 1) {
    for (let column = 0; column < view.side; column += 1) {
      const x = view.x + column - window;
      const y = view.y + row - window;
      if (x >= 0 && x < size && y >= 0 && y < size) known[y * size + x] = view.cells[row * view.side + column]!;
    }
  }
}

function nearestUnseen(size: number, known: Uint8Array, from: number, distances: Int16Array): number {
  distancesTo(size, known, from, distances);
  let nearest = -1;
  for (let cell = 0; cell < known.length; cell += 1) {
    if (known[cell] !== UNSEEN || distances[cell]! < 0) continue;
    if (nearest < 0 || distances[cell]! < distances[nearest]!) nearest = cell;
  }
  return nearest;
}
