import { distancesTo } from './grid.ts';

/** The shortest walk from `start` through all items: its length, and the items in the order visited. */
export interface Tour {
  readonly length: number;
  readonly order: readonly number[];
}

/**
 * Exact, over subsets: cost(S, j) is the shortest walk from the start through all of S that ends at item j.
 *
 *     cost(S, j) = min over i in S∖{j} of cost(S∖{j}, i) + d(i, j),  d by breadth-first search
 *
 * 2ⁿ·n² steps; passing over an item on the way is allowed, as a walk through S visits at least S.
 *
 * @source Held & Karp 1962
 */
export function shortestTour(size: number, cells: Uint8Array, start: number, items: readonly number[]): Tour {
  const n = items.length;
  const between = pairDistances(size, cells, start, items);
  const cost = new Int32Array((1 << n) * n).fill(-1);
  const before = new Int8Array((1 << n) * n).fill(-1);
  for (let j = 0; j < n; j += 1) cost[(1 << j) * n + j] = between[n * n + j]!;
  for (let set = 1; set < 1 << n; set += 1) {
    for (let j = 0; j < n; j += 1) {
      const here = cost[set * n + j]!;
      if (here < 0) continue;
      for (let next = 0; next < n; next += 1) {
        if ((set >> next) & 1) continue;
        const at = (set | (1 << next)) * n + next;
        const through = here + between[j * n + next]!;
        if (cost[at]! < 0 || through < cost[at]!) {
          cost[at] = through;
          before[at] = j;
        }
      }
    }
  }
  return trace(items, cost, before);
}

/** `out[i · n + j]` is the distance from item i to item j; row n is the start's. */
function pairDistances(size: number, cells: Uint8Array, start: number, items: readonly number[]): Int32Array {
  const n = items.length;
  const out = new Int32Array((n + 1) * n);
  const distances = new Int16Array(size * size);
  for (let j = 0; j < n; j += 1) {
    distancesTo(size, cells, items[j]!, distances);
    for (let i = 0; i < n; i += 1) out[i * n + j] = distances[items[i]!]!;
    out[n * n + j] = distances[start]!;
  }
  return out;
}

function trace(items: readonly number[], cost: Int32Array, before: Int8Array): Tour {
  const n = items.length;
  let set = (1 << n) - 1;
  let last = 0;
  for (let j = 1; j < n; j += 1) if (cost[set * n + j]! < cost[set * n + last]!) last = j;
  const length = cost[set * n + last]!;
  const order: number[] = [];
  for (let j = last; j >= 0;) {
    order.unshift(items[j]!);
    const previous = before[set * n + j]!;
    set &= ~(1 << j);
    j = previous;
  }
  return { length, order };
}
