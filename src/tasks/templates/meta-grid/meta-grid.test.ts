import { describe, expect, it } from 'vitest';
import { moveTable, WALL, GOAL } from '../../grid/grid.ts';
import { viewOf } from '../../grid/grid-view.ts';
import { type LayoutFamily, layoutFamily } from '../../grid/layout-family.ts';
import { LayoutPlanner } from '../../grid/layout-planner.ts';
import { ProbePlanner } from '../../grid/probe-planner.ts';
import { playOracle } from '../../play/rollout.ts';
import { metaGrid } from './meta-grid.ts';

/** Expected steps to the goal by search over finite horizons; layouts are told apart by their views as text. */
function searchSteps({ size, layouts }: LayoutFamily, start: number, window: number): number {
  const table = moveTable(size);
  const known = new Map<string, number>();
  const look = (layout: number, cell: number): string =>
    viewOf({ size, partial_obs: 1, window }, layouts[layout]!, cell).cells.join('');
  const arrive = (cell: number, set: readonly number[], left: number): number => {
    const groups = grouped(set, (layout) => look(layout, cell));
    return [...groups.values()].reduce((sum, group) => sum + group.length * search(cell, group, left), 0) / set.length;
  };
  const search = (cell: number, set: readonly number[], left: number): number => {
    if (layouts[set[0]!]![cell] === GOAL) return 0;
    if (left === 0) return Infinity;
    const key = `${cell}/${set.join()}/${left}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const values = [0, 1, 2, 3].map((move) => {
      const to = table[cell * 5 + move]!;
      return to === cell || layouts[set[0]!]![to] === WALL ? Infinity : 1 + arrive(to, set, left - 1);
    });
    known.set(key, Math.min(...values));
    return Math.min(...values);
  };
  return arrive(start, [...layouts.keys()], 3 * size);
}

function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

const spec = { layout_count: 4, size: 5, obstacles: 0.2, similarity: 0.7, window: 1, probe_budget: 5 };

describe('META_GRID', () => {
  it.each([0, 1, 2, 3])('walks as the search over finite horizons does, family %i', (family) => {
    const drawn = layoutFamily({ ...spec, family });
    const walks = new LayoutPlanner(drawn);
    const all = 2 ** drawn.layouts.length - 1;
    for (const start of drawn.starts.slice(0, 4)) {
      const steps = walks.mean(all, walks.parts(all, start), (part) => walks.stepsFrom(part)[start]!);
      expect(steps).toBeCloseTo(searchSteps(drawn, start, spec.window), 9);
    }
  });

  it('is worth exactly the mean over layouts of what its policy earns, from every start', () => {
    for (const params of metaGrid.levels) {
      for (const start of layoutFamily(params).starts) {
        let sum = 0;
        for (let layout = 0; layout < params.layout_count; layout += 1)
          sum += playOracle(metaGrid, params, { params, layout, start }).total;
        expect(sum / params.layout_count).toBeCloseTo(metaGrid.optimum({ params, layout: 0, start }).reward, 9);
      }
    }
  });

  it('gains by probing, the more the cheaper it is', () => {
    let gained = 0;
    for (const family of [0, 1, 2, 3]) {
      const walks = new LayoutPlanner(layoutFamily({ ...spec, family }));
      for (const start of walks.family.starts) {
        const [none, dear, free] = [
          { budget: 0, cost: 0 },
          { budget: 5, cost: 0.3 },
          { budget: 5, cost: 0 },
        ].map((terms) => new ProbePlanner(walks, { start, ...terms }).value());
        expect(dear!).toBeGreaterThanOrEqual(none! - 1e-9);
        expect(free!).toBeGreaterThanOrEqual(dear! - 1e-9);
        gained += free! > none! + 1e-9 ? 1 : 0;
      }
    }
    expect(gained).toBeGreaterThan(0);
  });
});
