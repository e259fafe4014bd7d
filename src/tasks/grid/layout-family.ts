import { createRng, remember, type Rng } from '#foundation/kernel';
import { distancesTo, drawWalls, FREE, GOAL, moveTable, WALL } from './grid.ts';
import { viewOf } from './grid-view.ts';

/** What a family of layouts is made of. The same numbers give the same family, so that it can be learnt over episodes. */
export interface LayoutSpec {
  readonly layout_count: number;
  readonly size: number;
  readonly obstacles: number;
  /** The share of cells on whose walls all layouts agree; the others are drawn anew for each. */
  readonly similarity: number;
  readonly window: number;
  readonly probe_budget: number;
  readonly family: number;
}

/** Layouts with one goal each, and the cells an episode may start from. */
export interface LayoutFamily {
  readonly size: number;
  readonly layouts: readonly Uint8Array[];
  /** `views[layout][cell]`: equal numbers where the same is seen. */
  readonly views: readonly Int32Array[];
  /** Free in every layout, at least two steps from every goal and on a way to it. */
  readonly starts: readonly number[];
}

const TRIES = 60;

/**
 * Draws until there are enough cells to start from at which the probe phase is long enough to tell any two layouts apart;
 * after 60 tries it is enough that they can be told apart at all.
 */
export const layoutFamily = remember(keyOf, drawFamily);

function keyOf({ layout_count, size, obstacles, similarity, window, probe_budget, family }: LayoutSpec): string {
  return [layout_count, size, obstacles, similarity, window, probe_budget, family].join('/');
}

function drawFamily(spec: LayoutSpec): LayoutFamily {
  const { size, obstacles, probe_budget } = spec;
  const rng = createRng(`META_GRID/family/${keyOf(spec)}`);
  for (let tries = 0; ; tries += 1) {
    const layouts = drawLayouts(spec, tries > 2 * TRIES ? obstacles / 2 : obstacles, rng);
    const seen = new Map<string, number>();
    const views = layouts.map((layout) => viewsOf(spec, layout, seen));
    const within = tries < TRIES ? probe_budget - 1 : size * size;
    const starts = startsOf(size, layouts).filter((start) => isTellable(size, { start, within, layouts, views }));
    if (starts.length < (tries < TRIES ? size : 1)) continue;
    return { size, layouts, views, starts };
  }
}

function drawLayouts({ layout_count, size, similarity }: LayoutSpec, density: number, rng: Rng): Uint8Array[] {
  const common = drawWalls(size, density, rng);
  return Array.from({ length: layout_count }, () => {
    const own = drawWalls(size, density, rng);
    const cells = common.map((wall, i) => (rng.chance(similarity) ? wall : own[i]!));
    cells[rng.below(cells.length)] = GOAL;
    return cells;
  });
}

function startsOf(size: number, layouts: readonly Uint8Array[]): number[] {
  const distances = layouts.map((cells) => {
    const out = new Int16Array(size * size);
    distancesTo(size, cells, cells.indexOf(GOAL), out);
    return out;
  });
  return [...layouts[0]!.keys()].filter((cell) =>
    layouts.every((cells, i) => cells[cell] === FREE && distances[i]![cell]! >= 2),
  );
}

function viewsOf({ size, window }: LayoutSpec, cells: Uint8Array, seen: Map<string, number>): Int32Array {
  return Int32Array.from(cells, (_, cell) => {
    const text = viewOf({ size, partial_obs: 1, window }, cells, cell).cells.join('');
    const known = seen.get(text) ?? seen.size;
    seen.set(text, known);
    return known;
  });
}

interface Question {
  readonly start: number;
  readonly within: number;
  readonly layouts: readonly Uint8Array[];
  readonly views: readonly Int32Array[];
}

/** Whether for any two layouts some cell, so few steps away, looks different. */
function isTellable(size: number, { start, within, layouts, views }: Question): boolean {
  return views.every((view, i) =>
    views.slice(0, i).every((other) => stepsToTell(size, { start, layout: layouts[i]!, view, other }) <= within),
  );
}

/** Steps from the start to the nearest cell where two layouts look different; Infinity where there is none. */
function stepsToTell(
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
