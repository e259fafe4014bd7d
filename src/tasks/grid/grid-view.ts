import { WALL } from './grid.ts';

/** What an agent on a grid sees: `side` × `side` cells with itself at `agent`, and where on the grid it stands. */
export interface GridView {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly agent: number;
  readonly cells: Uint8Array;
}

/** Whether the whole grid is seen, or how far. */
export interface Sight {
  readonly size: number;
  readonly partial_obs: number;
  readonly window: number;
}

/** The view from `cell`: the grid itself, or a window centred on the agent where what lies outside is wall. */
export function viewOf({ size, partial_obs, window }: Sight, cells: Uint8Array, cell: number): GridView {
  const x = cell % size;
  const y = (cell - x) / size;
  if (partial_obs === 0) return { x, y, side: size, agent: cell, cells };
  const side = 2 * window + 1;
  const seen = new Uint8Array(side * side).fill(WALL);
  for (let row = 0; row < side; row += 1) {
    const gridRow = y + row - window;
    if (gridRow < 0 || gridRow >= size) continue;
    for (let column = 0; column < side; column += 1) {
      const gridColumn = x + column - window;
      if (gridColumn >= 0 && gridColumn < size) seen[row * side + column] = cells[gridRow * size + gridColumn]!;
    }
  }
  return { x, y, side, agent: window * side + window, cells: seen };
}
