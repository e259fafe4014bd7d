import { moveTable, WALL } from './grid.ts';

/** A grid with demands: what each cell asks of whoever enters it. */
export interface PlanGrid {
  readonly size: number;
  readonly cells: Uint8Array;
  /** Per cell, which thing to visit lies there; −1 for none. */
  readonly thingAt: Int8Array;
  /** Per thing, the mask of things that must be visited before. */
  readonly needs: readonly number[];
  /** Per cell, 1 where stepping is forbidden. */
  readonly forbidden: Uint8Array;
}

/** The mask after entering a cell; −1 where that violates a demand. */
export function maskAfter({ thingAt, needs, forbidden }: PlanGrid, cell: number, mask: number): number {
  if (forbidden[cell] === 1) return -1;
  const thing = thingAt[cell]!;
  if (thing < 0) return mask;
  return (mask & needs[thing]!) === needs[thing]! ? mask | (1 << thing) : -1;
}

/**
 * The shortest way from a cell, with the things of `mask` visited, to all things visited: breadth-first search in the product of the grid and
 * the sets of things visited. Returns the moves, or `undefined` where there is no way.
 */
export function shortestPlan(grid: PlanGrid, cell: number, mask: number): number[] | undefined {
  const { size, cells, needs } = grid;
  const area = size * size;
  const goal = (1 << needs.length) - 1;
  const table = moveTable(size);
  const queue = new Int32Array(area * (goal + 1));
  const from = new Int32Array(area * (goal + 1)).fill(-1);
  const first = mask * area + cell;
  queue[0] = first;
  from[first] = first * 4;
  let filled = 1;
  for (let head = 0; head < filled; head += 1) {
    const state = queue[head]!;
    const here = state % area;
    const visited = (state - here) / area;
    if (visited === goal) return movesTo(from, state, first);
    for (let move = 0; move < 4; move += 1) {
      const to = table[here * 5 + move]!;
      if (to === here || cells[to] === WALL) continue;
      const after = maskAfter(grid, to, visited);
      if (after < 0) continue;
      const next = after * area + to;
      if (from[next] !== -1) continue;
      from[next] = state * 4 + move;
      queue[filled] = next;
      filled += 1;
    }
  }
  return undefined;
}

function movesTo(from: Int32Array, state: number, first: number): number[] {
  const moves: number[] = [];
  for (let at = state; at !== first;) {
    const step = from[at]!;
    moves.push(step & 3);
    at = step >> 2;
  }
  return moves.reverse();
}
