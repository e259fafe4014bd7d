import { remember, rememberOf } from '#foundation/kernel';
import type { Optimum, Policy } from '#foundation/contracts/tasks';
import { type Move, moves } from '../../grid/grid.ts';
import { type LayoutFamily, layoutFamily } from '../../grid/layout-family.ts';
import { LayoutPlanner } from '../../grid/layout-planner.ts';
import { ProbePlanner } from '../../grid/probe-planner.ts';
import type { MetaGridInstance, MetaGridObservation, MetaGridParams } from './meta-grid-instance.ts';
import { MetaGrid } from './meta-grid-environment.ts';

interface Solved {
  readonly walks: LayoutPlanner;
  readonly probes: ProbePlanner;
  readonly optimum: Optimum;
}
const walksOf = rememberOf((family: LayoutFamily) => new LayoutPlanner(family));

/** The best policy of a family and a start and its worth. */
export const solveGrid = remember(
  (params: MetaGridParams, start: number) => `${start}/${JSON.stringify(params)}`,
  solveFreshGrid,
);

function solveFreshGrid(params: MetaGridParams, start: number): Solved {
  const family = layoutFamily(params);
  const walks = walksOf(family);
  const probes = new ProbePlanner(walks, { start, cost: params.probe_cost, budget: params.probe_budget });
  const returns = family.layouts.map((_, layout) => returnOf({ walks, probes }, { params, layout, start }));
  const optimum: Optimum = {
    kind: 'expected',
    reward: params.r_goal + probes.value(),
    low: Math.min(...returns) - 1e-9,
    high: Math.max(...returns) + 1e-9,
  };
  return { walks, probes, optimum };
}

/** Narrows the layouts down by what it sees and follows the plan. */
export function beliefPolicy(
  { walks, probes }: Omit<Solved, 'optimum'>,
  { params, layout }: MetaGridInstance,
): Policy<MetaGridObservation, Move> {
  let belief = 2 ** params.layout_count - 1;
  return {
    act({ phase, left, view: { x, y } }) {
      const cell = y * params.size + x;
      belief = walks.agreeing(belief, cell, layout);
      const move = phase === 'probe' ? probes.plan(belief, cell, left).move : walks.exploitMove(belief, cell);
      return moves[move]!;
    },
  };
}

function returnOf(plans: Omit<Solved, 'optimum'>, instance: MetaGridInstance): number {
  const environment = new MetaGrid(instance);
  const policy = beliefPolicy(plans, instance);
  let total = 0;
  for (let done = false; !done;) {
    const result = environment.step(policy.act(environment.observe()));
    total += result.reward;
    ({ done } = result);
  }
  return total;
}

/** After how many probe steps only one layout agrees with what was seen; `undefined` where that is never so. */
export function identifiedAfter(
  instance: MetaGridInstance,
  actions: readonly (Move | undefined)[],
): number | undefined {
  const { params, layout, start } = instance;
  const { walks } = solveGrid(params, start);
  const environment = new MetaGrid(instance);
  let belief = 2 ** params.layout_count - 1;
  for (let round = 0; round <= Math.min(params.probe_budget, actions.length); round += 1) {
    const { x, y } = environment.observe().view;
    belief = walks.agreeing(belief, y * params.size + x, layout);
    if ((belief & (belief - 1)) === 0) return round;
    environment.step(actions[round]);
  }
  return undefined;
}
