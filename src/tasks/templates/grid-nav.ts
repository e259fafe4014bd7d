import type { Environment, Judged, Policy, StepResult, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { bytesOf, codec, oneOf, record, whole } from '../faces/bit-layout.ts';
import { parseWord } from '../faces/reply.ts';
import { bumpingPolicy, hiddenWallsText, hideWalls } from '../grid/bumping-policy.ts';
import { frontierPolicy } from '../grid/frontier-policy.ts';
import { distancesTo, downhill, FREE, GOAL, gridText, type Move, moves, moveTable, WALL } from '../grid/grid.ts';
import { type GridView, viewOf } from '../grid/grid-view.ts';
import { randomWalkReturn } from '../grid/random-walk.ts';
import { drawExactGrid, hideGoal, type SolvableGrid } from '../grid/solvable-grid.ts';
import { choice, int, number, type ParamsOf } from '../define/param-range.ts';
import { known } from '../define/known-baselines.ts';

const params = {
  size: int(3, 40, 'cells along each side'),
  partial_obs: choice([0, 1], '0 shows the whole grid, 1 a window around the agent'),
  window: int(1, 5, 'how far the window reaches from the agent'),
  obstacles: number(0, 0.5, 'share of cells that are walls'),
  r_goal: number(1, 10_000, 'reward for reaching the goal, R_goal'),
};
type GridNavParams = ParamsOf<typeof params>;

interface GridNavInstance extends SolvableGrid {
  readonly params: GridNavParams;
  /** What each move does: `[0, 1, 2, 3, 4]` unless the dynamics changed. */
  readonly effects: readonly number[];
}

const plain = [0, 1, 2, 3, 4] as const;
const stepped: StepResult = { reward: -1, done: false };
const timeUp: StepResult = { reward: -1, done: true };
const over: StepResult = { reward: 0, done: true };

/** Walking costs −1 a step and ends at the goal or after size² steps, more than any shortest path has. */
class GridNav implements Environment<GridView, Move> {
  private readonly instance: GridNavInstance;
  private readonly table: Int16Array;
  private readonly arrived: StepResult;
  private cell: number;
  private left: number;

  constructor(instance: GridNavInstance) {
    const { size, r_goal } = instance.params;
    this.instance = instance;
    this.table = moveTable(size);
    this.arrived = { reward: r_goal - 1, done: true };
    this.cell = instance.start;
    this.left = size * size;
  }

  observe(): GridView {
    return viewOf(this.instance.params, this.instance.cells, this.cell);
  }

  step(action: Move | undefined): StepResult {
    if (this.left === 0) return over;
    this.left -= 1;
    if (action !== undefined) {
      const to = this.table[this.cell * 5 + this.instance.effects[moves.indexOf(action)]!]!;
      if (this.instance.cells[to] !== WALL) this.cell = to;
      if (to === this.instance.goal) {
        this.left = 0;
        return this.arrived;
      }
    }
    return this.left === 0 ? timeUp : stepped;
  }
}

function shortestPathPolicy({ params: { size }, cells, goal, effects }: GridNavInstance): Policy<GridView, Move> {
  const distances = new Int16Array(size * size);
  distancesTo(size, cells, goal, distances);
  return { act: ({ x, y }) => moves[effects.indexOf(downhill(size, distances, y * size + x))]! };
}

/** Whether the cell that pays is another than the one marked. */
function isHidden({ cells, goal }: GridNavInstance): boolean {
  return cells[goal] === FREE;
}

/** Replays the moves with coordinates on rows of the grid, without the move table. */
function verify(instance: GridNavInstance, actions: readonly (Move | undefined)[]): Judged {
  const { size, r_goal } = instance.params;
  const dx = { UP: 0, DOWN: 0, LEFT: -1, RIGHT: 1, STAY: 0 };
  const dy = { UP: -1, DOWN: 1, LEFT: 0, RIGHT: 0, STAY: 0 };
  let x = instance.start % size;
  let y = Math.floor(instance.start / size);
  let reward = 0;
  for (const action of actions.slice(0, size * size)) {
    reward -= 1;
    const effect = action === undefined ? 'STAY' : moves[instance.effects[moves.indexOf(action)]!]!;
    const cell = instance.cells.subarray((y + dy[effect]) * size, (y + dy[effect] + 1) * size)[x + dx[effect]];
    if (cell === undefined || cell === WALL) continue;
    x += dx[effect];
    y += dy[effect];
    if (y * size + x === instance.goal) return { ok: true, reward: reward + r_goal };
  }
  return { ok: false, reward, why: 'the goal was not reached' };
}

/**
 * Reach the goal in as few steps as possible.
 *
 *     return = R_goal − steps when the goal is reached, else −steps
 *
 * With the whole grid in view the best return is R_goal − d, d the shortest path by breadth-first search; with a window
 * that is only a bound, and the reference policy explores the nearest unseen cell. The share of walls is exactly `obstacles`, and
 * where the rewards change (ENV_NONSTATIONARY) another cell than the marked one pays.
 *
 * @source spec/task-grammar §3.1.1
 */
export const gridNav: Template<GridNavParams, GridNavInstance, GridView, Move> = defineTemplate<
  GridNavParams,
  GridNavInstance,
  GridView,
  Move
>({
  name: 'GRID_NAV',
  version: 2,
  family: 'grid',
  domain: 'agentic',
  tags: ['environment'],
  baselines: known(
    [1, 2],
    { 'small tree': 0.4, linear: 0.8, nearest: 0.5 },
    'on a small grid the direction of the goal is nearly the way',
  ),
  says: 'Walk to the goal of a grid with walls in as few steps as possible.',
  shape: 'episode',
  params,
  levels: [
    { size: 5, partial_obs: 0, window: 2, obstacles: 0.1, r_goal: 25 },
    { size: 5, partial_obs: 1, window: 1, obstacles: 0.2, r_goal: 25 },
    { size: 10, partial_obs: 0, window: 2, obstacles: 0.2, r_goal: 100 },
    { size: 10, partial_obs: 1, window: 2, obstacles: 0.3, r_goal: 100 },
    { size: 20, partial_obs: 0, window: 2, obstacles: 0.3, r_goal: 400 },
    { size: 20, partial_obs: 1, window: 2, obstacles: 0.35, r_goal: 400 },
  ],
  metrics: [
    { name: 'success', better: 'higher', says: 'share of episodes that reach the goal' },
    { name: 'steps', better: 'lower', says: 'steps to the goal, of the episodes that reach it' },
    { name: 'detour', better: 'lower', says: 'steps beyond the shortest path, of the episodes that reach the goal' },
  ],
  difficulty: ({ size, partial_obs, obstacles }) => size * (1 + obstacles) * (1 + partial_obs / 4),
  rewardRange: ({ size, r_goal }) => ({ low: -size * size, high: r_goal - 1 }),
  maxSteps: ({ size }) => size * size,
  generate: (params, rng) => ({
    params,
    effects: plain,
    ...drawExactGrid(params.size, params.obstacles, rng),
  }),
  start: (instance) => new GridNav(instance),
  oracle: (instance) =>
    instance.params.partial_obs === 0 || isHidden(instance)
      ? shortestPathPolicy(instance)
      : frontierPolicy(instance.params, instance.effects),
  optimum: (instance) => ({
    kind: instance.params.partial_obs === 0 && !isHidden(instance) ? 'exact' : 'bound',
    reward: instance.params.r_goal - instance.distance,
  }),
  randomAction: (_, rng) => moves[rng.below(5)]!,
  randomReturn: ({ params: { size, r_goal }, cells, start, goal }) =>
    randomWalkReturn(size, cells, { start, goal, horizon: size * size, reward: r_goal }),
  verify,
  measure(instance, { actions }) {
    const { ok } = verify(instance, actions);
    if (!ok) return { success: 0 };
    return { success: 1, steps: actions.length, detour: actions.length - instance.distance };
  },
  text: {
    rules: ({ size, partial_obs, window, r_goal }) =>
      `You walk on a grid of ${size} by ${size} cells: @ is you, G the goal, # a wall, . a free cell; x grows to the right, y ` +
      `downwards.${partial_obs === 1 ? ` You see only cells up to ${window} away; beyond the edge everything is wall.` : ''} ` +
      `Each step costs 1 and reaching the goal earns ${r_goal}; after ${size * size} steps the episode ends. ` +
      'A move into a wall or off the grid leaves you where you are, and so does a reply that cannot be read. ' +
      'Reply each time with one of UP, DOWN, LEFT, RIGHT, STAY, as in "answer: UP".',
    observation: ({ x, y, side, cells, agent }) => `you are at x=${x} y=${y}\n${gridText(side, cells, agent)}`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, moves),
  },
  bits({ size, partial_obs, window }) {
    const side = partial_obs === 0 ? size : 2 * window + 1;
    const at = whole(0, size - 1);
    return {
      observation: codec(
        record<GridView>({
          x: at,
          y: at,
          side: whole(side, side),
          agent: whole(0, side * side - 1),
          cells: bytesOf(side * side, GOAL),
        }),
      ),
      action: codec(oneOf(moves)),
    };
  },
  veil: {
    places: ({ size, partial_obs }) => (partial_obs === 0 ? size * size : 0),
    hide: (view, hidden) => ({ ...view, cells: hideWalls(view.cells, hidden) }),
    explorer: ({ params: { size }, effects }) =>
      bumpingPolicy<GridView>(size, effects, ({ agent, cells }) => ({
        agent,
        cells,
        targets: [cells.indexOf(GOAL)],
      })),
    says: hiddenWallsText,
  },
  vary(instance, what, { rng }) {
    const { size } = instance.params;
    // The mark stays: were it moved along with the goal, a search would see every change at once.
    if (what === 'reward') return { ...instance, ...hideGoal(size, instance, rng) };
    return { ...instance, effects: [...rng.shuffle([0, 1, 2, 3]), 4] };
  },
});
