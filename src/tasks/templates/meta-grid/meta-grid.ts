import type { KnownBaseline, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';
import { bytesOf, codec, constant, type Layout, listOf, oneOf, record, whole } from '../../faces/bit-layout.ts';
import { parseWord } from '../../faces/reply.ts';
import { GOAL, gridText, type Move, moves } from '../../grid/grid.ts';
import type { GridView } from '../../grid/grid-view.ts';
import { layoutFamily } from '../../grid/layout-family.ts';
import { randomWalkReturn } from '../../grid/random-walk.ts';
import { limitOf, MetaGrid } from './meta-grid-environment.ts';
import { beliefPolicy, identifiedAfter, solveGrid } from './meta-grid-policy.ts';
import { recheckGrid } from './meta-grid-recheck.ts';
import { known } from '../../define/known-baselines.ts';
import {
  metaGridParams,
  type MetaGridParams,
  type MetaGridInstance,
  type MetaGridObservation,
} from './meta-grid-instance.ts';

const base = { similarity: 0.7, window: 1, probe_cost: 0.1, r_goal: 100, known: 1, family: 0 } as const;

/**
 * Where layouts are few and differ nearly everywhere, the walls next to the agent tell at every step which of them this is. From level 3 on they
 * are many, or agree on most cells: what probing showed has to be remembered.
 */
const levels: readonly MetaGridParams[] = [
  { ...base, layout_count: 2, probe_budget: 4, size: 5, obstacles: 0.1 },
  { ...base, layout_count: 3, probe_budget: 6, size: 5, obstacles: 0.2 },
  { ...base, layout_count: 6, probe_budget: 8, size: 8, obstacles: 0.25, similarity: 0.85 },
  { ...base, layout_count: 8, probe_budget: 8, size: 9, obstacles: 0.25 },
  { ...base, layout_count: 8, probe_budget: 8, size: 9, obstacles: 0.25, similarity: 0.85, known: 0 },
];

const baselines: readonly KnownBaseline[] = [
  ...known(
    [1, 2],
    { 'small tree': 1, linear: 1, nearest: 1 },
    'of two or three layouts the walls next to the agent nearly always tell which it is, so that nothing needs to be remembered',
  ),
  ...known(
    [3, 4],
    { 'small tree': 0.5, linear: 0.5, nearest: 0.5 },
    'where layouts differ, the walls next to the agent still tell some of them apart',
  ),
];

/**
 * Find out which layout of a family this is, then walk to its goal in as few steps as possible.
 *
 *     return = −probe_cost · moves while probing + (r_goal − steps) where the goal is reached, else −steps
 *
 * After the probe phase the agent is back at the start. The optimum is the expected return of the best policy that knows the
 * family and the start but not the layout: the mean over layouts.
 *
 * @source spec/task-grammar §6.1.2
 */
export const metaGrid: Template<MetaGridParams, MetaGridInstance, MetaGridObservation, Move> = defineTemplate<
  MetaGridParams,
  MetaGridInstance,
  MetaGridObservation,
  Move
>({
  name: 'META_GRID',
  version: 2,
  family: 'meta',
  domain: 'meta',
  tags: ['meta-learning', 'grid'],
  baselines,
  says: 'Identify a grid layout of a known family by probing, then walk to its goal.',
  shape: 'episode',
  params: metaGridParams,
  levels,
  metrics: [
    { name: 'success', better: 'higher', says: 'share of episodes that reach the goal' },
    { name: 'steps', better: 'lower', says: 'steps to the goal while exploiting, of the episodes that reach it' },
    { name: 'regret', better: 'lower', says: 'return below the expectation of the best policy' },
    { name: 'identified', better: 'higher', says: 'share of episodes in which probing leaves one layout' },
    { name: 'identification_steps', better: 'lower', says: 'probe steps until one layout is left, where one is' },
  ],
  conflict: ({ layout_count, size }) =>
    layout_count <= 2 * (size - 2)
      ? undefined
      : `layout_count is ${layout_count}, must be at most 2 (size - 2) = ${2 * (size - 2)}`,
  difficulty: ({ layout_count, size, obstacles, known }) =>
    layout_count * size * (1 + obstacles) * (known === 1 ? 1 : 1.5),
  rewardRange: ({ size, probe_budget, probe_cost, r_goal }) => ({
    low: -limitOf(size) - probe_budget * probe_cost,
    high: r_goal - 1,
  }),
  maxSteps: ({ size, probe_budget }) => probe_budget + limitOf(size),
  generate: (params, rng) => ({
    params,
    layout: rng.below(params.layout_count),
    start: rng.pick(layoutFamily(params).starts),
  }),
  start: (instance) => new MetaGrid(instance),
  oracle: (instance) => beliefPolicy(solveGrid(instance.params, instance.start), instance),
  optimum: ({ params, start }) => solveGrid(params, start).optimum,
  randomAction: (_, rng) => moves[rng.below(5)]!,
  randomReturn({ params, layout, start }) {
    const { size, probe_budget, probe_cost, r_goal } = params;
    const cells = layoutFamily(params).layouts[layout]!;
    const walk = { start, goal: cells.indexOf(GOAL), horizon: limitOf(size), reward: r_goal };
    return randomWalkReturn(size, cells, walk) - 0.8 * probe_cost * probe_budget;
  },
  verify: recheckGrid,
  measure(instance, { actions, total }) {
    const { ok } = recheckGrid(instance, actions);
    const after = identifiedAfter(instance, actions);
    return {
      success: ok ? 1 : 0,
      steps: ok ? actions.length - instance.params.probe_budget : undefined,
      regret: solveGrid(instance.params, instance.start).optimum.reward - total,
      identified: after === undefined ? 0 : 1,
      identification_steps: after,
    };
  },
  text: {
    rules: ({ layout_count, probe_budget, size, window, probe_cost, r_goal, known }) =>
      `You walk on a grid of ${size} by ${size} cells: @ is you, G the goal, # a wall, . a free cell; x grows to the right, y ` +
      `downwards. The grid is one of ${layout_count} layouts, each equally likely; you are not told which` +
      `${known === 1 ? ', but all are shown' : '; they are the same in every episode'}. You see only cells up to ${window} away; ` +
      `beyond the edge everything is wall. The first ${probe_budget} steps are for probing: a move costs ${probe_cost}, staying ` +
      `nothing, and the goal has no effect. Then you are put back at the start; each step costs 1, reaching the goal earns ` +
      `${r_goal}, and after ${limitOf(size)} steps the episode ends. A move into a wall leaves you where you are; a reply that ` +
      'cannot be read does too, and costs as much as a move. Reply each time with one of UP, DOWN, LEFT, RIGHT, STAY, as in "answer: UP".',
    observation: ({ phase, left, view: { x, y, side, cells, agent }, layouts }, { size }) =>
      (layouts === null
        ? ''
        : `${layouts.map((layout, i) => `layout ${i + 1}:\n${gridText(size, layout, -1)}`).join('\n')}\n`) +
      `${phase === 'probe' ? `probing, ${left} steps left` : 'exploiting'}\nyou are at x=${x} y=${y}\n${gridText(side, cells, agent)}`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, moves),
  },
  bits({ layout_count, probe_budget, size, window, known }) {
    const side = 2 * window + 1;
    const table = listOf(layout_count, bytesOf(size * size, GOAL));
    const layouts: Layout<MetaGridObservation['layouts']> = known === 1 ? table : constant(null);
    const at = whole(0, size - 1);
    return {
      observation: codec(
        record<MetaGridObservation>({
          phase: oneOf(['probe', 'exploit'] as const),
          left: whole(0, probe_budget),
          view: record<GridView>({
            x: at,
            y: at,
            side: whole(side, side),
            agent: whole(0, side * side - 1),
            cells: bytesOf(side * side, GOAL),
          }),
          layouts,
        }),
      ),
      action: codec(oneOf(moves)),
    };
  },
  varies: ['dynamics'],
  vary(instance, what, { index }) {
    const { layout_count } = instance.params;
    return what === 'dynamics' ? { ...instance, layout: (instance.layout + index) % layout_count } : instance;
  },
});
