import { createRng, type Rng } from '#kernel';
import { distancesTo, drawWalls, FREE, GOAL, moveTable, WALL } from './grid.ts';
import { viewOf } from './grid-view.ts';

/** What a family of layouts is made of. The same numbers give the same family, so that it can be learnt over episodes. */
export interface LayoutSpec {
  readonly layout_count: number;
  readonly size: number;
  readonly obstacles: number;
  readonly window: number;
  /** Any two layouts can be told apart within so many steps from the start, where there are any. */
  readonly probe_budget: number;
  readonly family: number;
}

/** Layouts that share the start in the middle; each has one goal that can be reached from it. */
export interface LayoutFamily {
  readonly size: number;
  readonly start: number;
  readonly layouts: readonly Uint8Array[];
  /** `views[layout][cell]`: equal numbers where the same is seen. */
  readonly views: readonly Int32Array[];
}

const families = new Map<string, LayoutFamily>();

export function layoutFamily(spec: LayoutSpec): LayoutFamily {
  const { layout_count, size, obstacles, window, probe_budget, family } = spec;
  const key = [layout_count, size, obstacles, window, probe_budget, family].join('/');
  const made = families.get(key);
  if (made !== undefined) return made;
  const rng = createRng(`META_GRID/family/${key}`);
  const start = Math.floor(size / 2) * (size + 1);
  const seen = new Map<string, number>();
  const layouts: Uint8Array[] = [];
  const views: Int32Array[] = [];
  for (let tries = 0; layouts.length < layout_count; tries += 1) {
    const layout = drawLayout(spec, start, rng);
    if (layout === undefined) continue;
    const view = viewsOf(spec, layout, seen);
    const budget = probe_budget === 0 || tries > 50 * layout_count ? size * size : probe_budget;
    const apart = views.every((other) => stepsToTellApart(size, { start, layout, view, other }) <= budget);
    if (!apart) continue;
    layouts.push(layout);
    views.push(view);
  }
  const drawn = { size, start, layouts, views };
  families.set(key, drawn);
  return drawn;
}

/** Walls and a goal at least half the side away; `undefined` where the start is shut in. */
function drawLayout({ size, obstacles }: LayoutSpec, start: number, rng: Rng): Uint8Array | undefined {
  const cells = drawWalls(size, obstacles, rng);
  cells[start] = FREE;
  const distances = new Int16Array(size * size);
  distancesTo(size, cells, start, distances);
  const far = [...cells.keys()].filter((cell) => distances[cell]! * 2 >= size);
  if (far.length * 3 < size * size) return undefined;
  cells[rng.pick(far)] = GOAL;
  return cells;
}

function viewsOf({ size, window }: LayoutSpec, cells: Uint8Array, seen: Map<string, number>): Int32Array {
  return Int32Array.from(cells, (_, cell) => {
    const text = viewOf({ size, partial_obs: 1, window }, cells, cell).cells.join('');
    const known = seen.get(text) ?? seen.size;
    seen.set(text, known);
    return known;
  });
}

/** Steps from the start to the nearest cell where two layouts look different; Infinity where there is none. */
function stepsToTellApart(
  size: number,
  { start, layout, view, other }: { start: number; layout: Uint8Array; view: Int32Array; other: Int32Array },
): number {
  const table = moveTable(size);
  const steps = new Map([[start, 0]]);
  for (const [cell, step] of steps) {
    if (view[cell] !== other[cell]) return step;
    for (let move = 0; move < 4; move += 1) {
      const to = table[cell * 5 + move]!;
      if (layout[to] !== WALL && !steps.has(to)) steps.set(to, step + 1);
    }
  }
  return Infinity;
}
