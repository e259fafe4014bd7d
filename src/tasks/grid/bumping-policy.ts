import type { Policy } from '#foundation/contracts/tasks';
import { distancesTo, downhill, type Move, moves, moveTable, STAY, WALL } from './grid.ts';

/** What a walker needs of a view: where it stands, what the cells show, and which cells it wants to reach. */
export interface Ground {
  readonly agent: number;
  readonly cells: Uint8Array;
  readonly targets: readonly number[];
}

/**
 * Walks to the nearest target over cells that look free, and remembers each wall it bumps into. It knows only what the views show, so its
 * return is what an agent can earn from whom some walls are hidden.
 */
export function bumpingPolicy<V>(
  size: number,
  effects: readonly number[],
  groundOf: (view: V) => Ground,
): Policy<V, Move> {
  const table = moveTable(size);
  const walls = new Set<number>();
  const distances = new Int16Array(size * size);
  let tried: { readonly from: number; readonly to: number } | undefined;
  return {
    act(view) {
      const { agent, cells, targets } = groundOf(view);
      if (tried !== undefined && tried.from === agent) walls.add(tried.to);
      const known = cells.slice();
      for (const wall of walls) known[wall] = WALL;
      distancesTo(size, known, agent, distances);
      const reachable = targets.filter((target) => distances[target]! >= 0);
      const nearest = reachable.reduce((a, b) => (distances[b]! < distances[a]! ? b : a), reachable[0] ?? agent);
      distancesTo(size, known, nearest, distances);
      const move = nearest === agent ? STAY : downhill(size, distances, agent);
      tried = move === STAY ? undefined : { from: agent, to: table[agent * 5 + move]! };
      return moves[effects.indexOf(move)]!;
    },
  };
}

/** The cells with hidden walls shown as free. */
export function hideWalls(cells: Uint8Array, hidden: readonly number[]): Uint8Array {
  const shown = cells.slice();
  for (const cell of hidden) if (shown[cell] === WALL) shown[cell] = 0;
  return shown;
}

/** What a player is told of hidden walls. */
export function hiddenWallsText(pattern: string): string {
  return `Of the cells, counted row by row, those under an x of the pattern ${pattern}, which is repeated, do not show whether they are walls: they look free until you bump into them.`;
}
