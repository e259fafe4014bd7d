import type { Environment, Judged, Optimum, Policy, StepResult } from '#contracts';
import { defineTemplate } from '../define-template.ts';
import { bytesOf, codec, constant, type Layout, listOf, oneOf, record, whole } from '../faces/bit-layout.ts';
import { parseWord } from '../faces/reply.ts';
import { GOAL, gridText, type Move, moves, moveTable, STAY, WALL } from '../grid/grid.ts';
import { type GridView, viewOf } from '../grid/grid-view.ts';
import { type LayoutFamily, layoutFamily } from '../grid/layout-family.ts';
import { LayoutPlanner } from '../grid/layout-planner.ts';
import { ProbePlanner } from '../grid/probe-planner.ts';
import { randomWalkReturn } from '../grid/random-walk.ts';
import { choice, int, number, type ParamsOf } from '../param-range.ts';

const params = {
  layout_count: int(2, 8, 'number of layouts in the family'),
  probe_budget: int(0, 24, 'steps of the probe phase'),
  size: int(4, 10, 'cells along each side'),
  obstacles: number(0, 0.35, 'share of cells that are walls'),
  similarity: number(0, 0.9, 'share of cells on whose walls all layouts agree'),
  window: int(1, 2, 'how far the agent sees'),
  probe_cost: number(0, 1, 'cost of a move in the probe phase; in the exploitation phase a step costs 1'),
  r_goal: number(1, 10_000, 'reward for reaching the goal in the exploitation phase'),
  known: choice([1, 0], '1 shows every layout of the family; 0 leaves them to be learnt over episodes'),
  family: int(0, 1_000_000, 'which family; another number is another family, for held-out tests'),
};
type MetaGridParams = ParamsOf<typeof params>;

interface MetaGridInstance {
  readonly params: MetaGridParams;
  /** The hidden layout. */
  readonly layout: number;
  /** Where both phases start. */
  readonly start: number;
}

interface MetaGridObservation {
  readonly phase: 'probe' | 'exploit';
  /** Steps left in the probe phase. */
  readonly left: number;
  readonly view: GridView;
  readonly layouts: readonly Uint8Array[] | null;
}

/** Exploitation ends after so many steps. */
function limitOf(size: number): number {
  return 2 * size * size;
}

class MetaGrid implements Environment<MetaGridObservation, Move> {
  private readonly params: MetaGridParams;
  private readonly cells: Uint8Array;
  private readonly layouts: MetaGridObservation['layouts'];
  private readonly start: number;
  private readonly table: Int16Array;
  private cell: number;
  private left: number;
  private steps: number;

  constructor({ params, layout, start }: MetaGridInstance) {
    const { layouts } = layoutFamily(params);
    this.params = params;
    this.cells = layouts[layout]!;
    this.layouts = params.known === 1 ? layouts : null;
    this.start = start;
    this.table = moveTable(params.size);
    this.cell = start;
    this.left = params.probe_budget;
    this.steps = limitOf(params.size);
  }

  observe(): MetaGridObservation {
    const { size, window } = this.params;
    return {
      phase: this.left > 0 ? 'probe' : 'exploit',
      left: this.left,
      view: viewOf({ size, partial_obs: 1, window }, this.cells, this.cell),
      layouts: this.layouts,
    };
  }

  step(action: Move | undefined): StepResult {
    if (this.steps === 0) return { reward: 0, done: true };
    const move = action === undefined ? STAY : moves.indexOf(action);
    const to = this.table[this.cell * 5 + move]!;
    if (this.cells[to] !== WALL) this.cell = to;
    if (this.left > 0) {
      this.left -= 1;
      if (this.left === 0) this.cell = this.start;
      return { reward: action === 'STAY' ? 0 : -this.params.probe_cost, done: false };
    }
    this.steps -= 1;
    if (this.cells[this.cell] === GOAL) {
      this.steps = 0;
      return { reward: this.params.r_goal - 1, done: true };
    }
    return { reward: -1, done: this.steps === 0 };
  }
}

interface Solved {
  readonly walks: LayoutPlanner;
  readonly probes: ProbePlanner;
  readonly optimum: Optimum;
}
const walksOf = new Map<LayoutFamily, LayoutPlanner>();
const solved = new Map<string, Solved>();

/** The best policy of a family and a start and its worth, made once for each. */
function solve(params: MetaGridParams, start: number): Solved {
  const key = `${start}/${JSON.stringify(params)}`;
  const found = solved.get(key);
  if (found !== undefined) return found;
  const family = layoutFamily(params);
  const walks = walksOf.get(family) ?? new LayoutPlanner(family);
  walksOf.set(family, walks);
  const probes = new ProbePlanner(walks, { start, cost: params.probe_cost, budget: params.probe_budget });
  const returns = family.layouts.map((_, layout) => returnOf({ walks, probes }, { params, layout, start }));
  const optimum: Optimum = {
    kind: 'expected',
    reward: params.r_goal + probes.value(),
    low: Math.min(...returns) - 1e-9,
    high: Math.max(...returns) + 1e-9,
  };
  const made = { walks, probes, optimum };
  solved.set(key, made);
  return made;
}

/** Narrows the layouts down by what it sees and follows the plan. */
function beliefPolicy(
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

/** Replays the moves with coordinates on rows of the layout. */
function verify({ params, layout, start }: MetaGridInstance, actions: readonly (Move | undefined)[]): Judged {
  const { size, probe_budget, probe_cost, r_goal } = params;
  const { layouts } = layoutFamily(params);
  const rows = Array.from({ length: size }, (_, row) => [...layouts[layout]!.subarray(row * size, (row + 1) * size)]);
  const origin = [start % size, Math.floor(start / size)] as const;
  const steps = { UP: [0, -1], DOWN: [0, 1], LEFT: [-1, 0], RIGHT: [1, 0], STAY: [0, 0] } as const;
  let [x, y]: readonly [number, number] = origin;
  let reward = 0;
  for (const [round, action] of actions.slice(0, probe_budget + limitOf(size)).entries()) {
    if (round === probe_budget) [x, y] = origin;
    const [dx, dy] = steps[action ?? 'STAY'];
    const there = rows[y + dy]?.[x + dx];
    if (there !== undefined && there !== WALL) [x, y] = [x + dx, y + dy];
    if (round < probe_budget) reward -= action === 'STAY' ? 0 : probe_cost;
    else reward -= 1;
    if (round >= probe_budget && rows[y]![x] === GOAL) return { ok: true, reward: reward + r_goal };
  }
  return { ok: false, reward, why: 'the goal was not reached' };
}

/** After how many probe steps only one layout agrees with what was seen; `undefined` where that is never so. */
function identifiedAfter(instance: MetaGridInstance, actions: readonly (Move | undefined)[]): number | undefined {
  const { params, layout, start } = instance;
  const { walks } = solve(params, start);
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

const base = { similarity: 0.7, window: 1, probe_cost: 0.1, r_goal: 100, known: 1, family: 0 } as const;

/**
 * Find out which layout of a family this is, then walk to its goal in as few steps as possible.
 *
 *     return = −probe_cost · moves while probing + (r_goal − steps) where the goal is reached, else −steps
 *
 * After the probe phase the agent is back at the start. The optimum is the expected return of the best policy that knows the
 * family and the start but not the layout: the mean over layouts.
 *
 * @source seed 004 §6.1.2
 */
export const metaGrid = defineTemplate<MetaGridParams, MetaGridInstance, MetaGridObservation, Move>({
  name: 'META_GRID',
  family: 'meta',
  domain: 'meta',
  tags: ['meta-learning', 'grid'],
  says: 'Identify a grid layout of a known family by probing, then walk to its goal.',
  shape: 'episode',
  params,
  levels: [
    { ...base, layout_count: 2, probe_budget: 4, size: 5, obstacles: 0.1 },
    { ...base, layout_count: 3, probe_budget: 6, size: 5, obstacles: 0.2 },
    { ...base, layout_count: 4, probe_budget: 6, size: 7, obstacles: 0.2 },
    { ...base, layout_count: 6, probe_budget: 8, size: 8, obstacles: 0.25 },
    { ...base, layout_count: 8, probe_budget: 8, size: 9, obstacles: 0.25, known: 0 },
  ],
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
  oracle: (instance) => beliefPolicy(solve(instance.params, instance.start), instance),
  optimum: ({ params, start }) => solve(params, start).optimum,
  randomAction: (_, rng) => moves[rng.below(5)]!,
  randomReturn({ params, layout, start }) {
    const { size, probe_budget, probe_cost, r_goal } = params;
    const cells = layoutFamily(params).layouts[layout]!;
    const walk = { start, goal: cells.indexOf(GOAL), horizon: limitOf(size), reward: r_goal };
    return randomWalkReturn(size, cells, walk) - 0.8 * probe_cost * probe_budget;
  },
  verify,
  measure(instance, { actions, total }) {
    const { ok } = verify(instance, actions);
    const after = identifiedAfter(instance, actions);
    return {
      success: ok ? 1 : 0,
      steps: ok ? actions.length - instance.params.probe_budget : undefined,
      regret: solve(instance.params, instance.start).optimum.reward - total,
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
