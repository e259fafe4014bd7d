import { remember, type Rng } from '#foundation/kernel';

/** The five moves; a move off the grid or into a wall leaves the agent where it is. Cells are y · size + x, y grows down. */
export const moves = ['UP', 'DOWN', 'LEFT', 'RIGHT', 'STAY'] as const;
export type Move = (typeof moves)[number];
export const STAY = 4;

/** What a cell of a view shows. */
export const FREE = 0;
export const WALL = 1;
export const GOAL = 2;

/** `table[cell * 5 + move]` is the cell a move leads to on an empty grid. */
export const moveTable = remember((size: number) => size, tabulateMoves);

function tabulateMoves(size: number): Int16Array {
  const table = new Int16Array(size * size * 5);
  for (let cell = 0; cell < size * size; cell += 1) {
    const x = cell % size;
    const row = cell - x;
    table[cell * 5] = row > 0 ? cell - size : cell;
    table[cell * 5 + 1] = row < size * (size - 1) ? cell + size : cell;
    table[cell * 5 + 2] = x > 0 ? cell - 1 : cell;
    table[cell * 5 + 3] = x < size - 1 ? cell + 1 : cell;
    table[cell * 5 + STAY] = cell;
  }
  return table;
}

/**
 * Steps from each cell to `target` (the same both ways, as moves can be undone); −1 where there is no way.
 * `cells` marks walls with WALL; `out` has size² places. Returns how many cells are reached.
 */
export function distancesTo(size: number, cells: Uint8Array, target: number, out: Int16Array): number {
  const table = moveTable(size);
  const queue = new Int16Array(size * size);
  out.fill(-1, 0, size * size);
  out[target] = 0;
  queue[0] = target;
  let filled = 1;
  for (let head = 0; head < filled; head += 1) {
    const cell = queue[head]!;
    const next = out[cell]! + 1;
    for (let move = 0; move < 4; move += 1) {
      const to = table[cell * 5 + move]!;
      if (out[to] === -1 && cells[to] !== WALL) {
        out[to] = next;
        queue[filled] = to;
        filled += 1;
      }
    }
  }
  return filled;
}

/** The first move, in the order of `moves`, that comes closer to distance 0; STAY where none does. */
export function downhill(size: number, distances: Int16Array, cell: number): number {
  const table = moveTable(size);
  const here = distances[cell]!;
  for (let move = 0; move < 4; move += 1) {
    const there = distances[table[cell * 5 + move]!]!;
    if (there >= 0 && there < here) return move;
  }
  return STAY;
}

/** Each cell a wall with probability `density`, independently. */
export function drawWalls(size: number, density: number, rng: Rng): Uint8Array {
  const cells = new Uint8Array(size * size);
  const limit = Math.round(density * 65536);
  let word = 0;
  for (let i = 0; i < cells.length; i += 1) {
    word = i % 2 === 0 ? rng.uint32() : word >>> 16;
    cells[i] = (word & 0xffff) < limit ? WALL : FREE;
  }
  return cells;
}

/** Rows of `.`, `#`, `G`, with `@` at the agent; other cell codes take the letters given. */
export function gridText(side: number, cells: ArrayLike<number>, agent: number, letters = '.#G'): string {
  const rows: string[] = [];
  for (let y = 0; y < side; y += 1) {
    let row = '';
    for (let x = 0; x < side; x += 1) {
      const cell = y * side + x;
      row += cell === agent ? '@' : (letters[cells[cell]!] ?? '?');
    }
    rows.push(row);
  }
  return rows.join('\n');
}
