import type { Environment, Judged, Policy, StepResult } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { bytesOf, codec, oneOf, record, whole } from '../faces/bit-layout.ts';
import { parseWord } from '../faces/reply.ts';
import { bumpingPolicy, hiddenWallsText, hideWalls } from '../grid/bumping-policy.ts';
import { shortestTour } from '../grid/collect-tour.ts';
import { distancesTo, downhill, drawWalls, FREE, gridText, type Move, moves, moveTable, WALL } from '../grid/grid.ts';
import { int, number, type ParamsOf } from '../define/param-range.ts';
import { estimateRandomReturn } from '../play/rollout.ts';
import { known } from '../define/known-baselines.ts';

const ITEM = 2;
const plain = [0, 1, 2, 3, 4] as const;
const params = {
  size: int(3, 20, 'cells along each side'),
  n_objects: int(1, 12, 'items to collect'),
  obstacles: number(0, 0.4, 'share of cells that are walls'),
  r_item: number(0, 1000, 'reward per item, R_item'),
  bonus: number(0, 1000, 'reward for having them all'),
  budget: number(1, 10, 'step budget, as a multiple of the shortest tour'),
};
type CollectParams = ParamsOf<typeof params>;

interface CollectInstance {
  readonly params: CollectParams;
  /** ITEM marks an item. */
  readonly cells: Uint8Array;
  readonly start: number;
  readonly shortest: number;
  /** The items in the order of a shortest tour. */
  readonly order: readonly number[];
  readonly steps: number;
  /** What each move does: `[0, 1, 2, 3, 4]` unless the dynamics changed. */
  readonly effects: readonly number[];
}

interface CollectView {
  readonly agent: number;
  readonly left: number;
  readonly cells: Uint8Array;
}

/** Walking costs 1 a step; the episode ends with the last item or with the budget. */
class GridCollect implements Environment<CollectView, Move> {
  private readonly params: CollectParams;
  private readonly table: Int16Array;
  private readonly effects: readonly number[];
  private cells: Uint8Array;
  private agent: number;
  private left: number;
  private items: number;

  constructor({ params, cells, start, order, steps, effects }: CollectInstance) {
    this.params = params;
    this.table = moveTable(params.size);
    this.effects = effects;
    this.cells = cells;
    this.agent = start;
    this.left = steps;
    this.items = order.length;
  }

  observe(): CollectView {
    return { agent: this.agent, left: this.left, cells: this.cells };
  }

  step(action: Move | undefined): StepResult {
    if (this.left === 0 || this.items === 0) return { reward: 0, done: true };
    this.left -= 1;
    let reward = -1;
    const to = action === undefined ? this.agent : this.table[this.agent * 5 + this.effects[moves.indexOf(action)]!]!;
    if (this.cells[to] !== WALL) this.agent = to;
    if (this.cells[to] === ITEM) {
      // Copied, not changed in place: the instance and earlier views share the array.
      this.cells = this.cells.slice();
      this.cells[to] = FREE;
      this.items -= 1;
      reward += this.params.r_item + (this.items === 0 ? this.params.bonus : 0);
    }
    return { reward, done: this.left === 0 || this.items === 0 };
  }
}

function generate(params: CollectParams, rng: Parameters<typeof drawWalls>[2]): CollectInstance {
  const { size, n_objects, obstacles } = params;
  const distances = new Int16Array(size * size);
  for (let tries = 0, density = obstacles; ; tries += 1) {
    if (tries % 8 === 7) density /= 2;
    const cells = drawWalls(size, density, rng);
    const start = rng.below(size * size);
    if (cells[start] === WALL) continue;
    const reached = distancesTo(size, cells, start, distances);
    if (reached <= n_objects || reached * 3 < size * size) continue;
    const open: number[] = [];
    for (let cell = 0; cell < distances.length; cell += 1) if (distances[cell]! > 0) open.push(cell);
    const items = rng.distinct(n_objects, open.length).map((place) => open[place]!);
    for (const item of items) cells[item] = ITEM;
    const { length, order } = shortestTour(size, cells, start, items);
    return { params, cells, start, shortest: length, order, steps: Math.ceil(length * params.budget), effects: plain };
  }
}

function tourPolicy({ params: { size }, cells, order, effects }: CollectInstance): Policy<CollectView, Move> {
  const distances = new Int16Array(size * size);
  let target = -1;
  return {
    act(view) {
      const next = order.find((item) => view.cells[item] === ITEM) ?? view.agent;
      if (next !== target) distancesTo(size, cells, next, distances);
      target = next;
      return moves[effects.indexOf(downhill(size, distances, view.agent))]!;
    },
  };
}

/** Replays the moves by coordinates, with the items left in a set. */
function replay(instance: CollectInstance, actions: readonly (Move | undefined)[]): { left: number; reward: number } {
  const { size, r_item, bonus } = instance.params;
  const left = new Set(instance.order);
  let [x, y] = [instance.start % size, Math.floor(instance.start / size)];
  let reward = 0;
  for (const action of actions.slice(0, instance.steps)) {
    if (left.size === 0) break;
    reward -= 1;
    const effect = action === undefined ? 'STAY' : moves[instance.effects[moves.indexOf(action)]!]!;
    const toX = x + (effect === 'LEFT' ? -1 : effect === 'RIGHT' ? 1 : 0);
    const toY = y + (effect === 'UP' ? -1 : effect === 'DOWN' ? 1 : 0);
    if (toX < 0 || toY < 0 || toX >= size || toY >= size || instance.cells[toY * size + toX] === WALL) continue;
    [x, y] = [toX, toY];
    if (left.delete(y * size + x)) reward += r_item + (left.size === 0 ? bonus : 0);
  }
  return { left: left.size, reward };
}

function verify(instance: CollectInstance, actions: readonly (Move | undefined)[]): Judged {
  const { left, reward } = replay(instance, actions);
  return left === 0 ? { ok: true, reward } : { ok: false, reward, why: `${left} items were left` };
}

/** Every tour visits n items on fewer than size² cells, so none is longer than that many shortest paths. */
function maxSteps({ size, n_objects, budget }: CollectParams): number {
  return Math.ceil(size * size * n_objects * budget);
}

/**
 * Collect all items in as few steps as possible under a step budget.
 *
 *     return = R_item · items − steps + bonus if all were collected
 *
 * Each step costs 1 until the last item or the end of the budget, so the best return collects everything on a shortest tour:
 * R_item · n + bonus − L, with L exact by dynamic programming over subsets.
 *
 * @source spec/task-grammar §3.1.2
 */
export const gridCollect = defineTemplate<CollectParams, CollectInstance, CollectView, Move>({
  name: 'GRID_COLLECT',
  family: 'grid',
  domain: 'agentic',
  tags: ['environment', 'planning'],
  baselines: known([1], { nearest: 0.7 }, 'there are few small grids, and a like one was seen'),
  says: 'Collect all items of a grid in as few steps as possible.',
  shape: 'episode',
  params,
  levels: [
    { size: 5, n_objects: 2, obstacles: 0.1, r_item: 10, bonus: 10, budget: 4 },
    { size: 6, n_objects: 3, obstacles: 0.15, r_item: 10, bonus: 10, budget: 3 },
    { size: 8, n_objects: 5, obstacles: 0.2, r_item: 10, bonus: 20, budget: 3 },
    { size: 10, n_objects: 7, obstacles: 0.2, r_item: 10, bonus: 20, budget: 2 },
    { size: 12, n_objects: 9, obstacles: 0.25, r_item: 10, bonus: 30, budget: 2 },
  ],
  metrics: [
    { name: 'success', better: 'higher', says: 'share of episodes that collect everything' },
    { name: 'items', better: 'higher', says: 'share of items collected' },
    { name: 'steps', better: 'lower', says: 'steps until the last item, of the episodes that collect everything' },
    { name: 'detour', better: 'lower', says: 'steps beyond the shortest tour, of those episodes' },
  ],
  conflict: ({ size, n_objects }) =>
    n_objects < size * size ? undefined : `n_objects is ${n_objects}, must be less than the ${size * size} cells`,
  difficulty: ({ size, n_objects }) => size * n_objects,
  rewardRange: (params) => ({ low: -maxSteps(params), high: params.n_objects * params.r_item + params.bonus - 1 }),
  maxSteps,
  generate,
  start: (instance) => new GridCollect(instance),
  oracle: tourPolicy,
  optimum: ({ params: { n_objects, r_item, bonus }, shortest }) => ({
    kind: 'exact',
    reward: n_objects * r_item + bonus - shortest,
  }),
  randomAction: (_, rng) => moves[rng.below(5)]!,
  randomReturn(instance): number {
    const path = `GRID_COLLECT/random/${instance.start}/${instance.cells.join('')}`;
    return estimateRandomReturn(gridCollect, { params: instance.params, instance }, path, 64);
  },
  verify,
  measure(instance, { actions }) {
    const { left } = replay(instance, actions);
    const steps = actions.length;
    if (left === 0) return { success: 1, items: 1, steps, detour: steps - instance.shortest };
    return { success: 0, items: 1 - left / instance.order.length };
  },
  text: {
    rules: ({ size, n_objects, r_item, bonus }) =>
      `You walk on a grid of ${size} by ${size} cells: @ is you, * an item, # a wall, . a free cell. Collect all ${n_objects} items ` +
      `by stepping on them. Each step costs 1, each item earns ${r_item}, and the last one ${bonus} more; the episode ends ` +
      'with the last item or when no steps are left. A move into a wall or off the grid leaves you where you are, and so ' +
      'does a reply that cannot be read. Reply each time with one of UP, DOWN, LEFT, RIGHT, STAY, as in "answer: UP".',
    observation: ({ agent, left, cells }) =>
      `steps left: ${left}\n${gridText(Math.sqrt(cells.length), cells, agent, '.#*')}`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, moves),
  },
  bits: (params) => ({
    observation: codec(
      record<CollectView>({
        agent: whole(0, params.size * params.size - 1),
        left: whole(0, maxSteps(params)),
        cells: bytesOf(params.size * params.size, ITEM),
      }),
    ),
    action: codec(oneOf(moves)),
  }),
  veil: {
    places: ({ size }) => size * size,
    hide: (view, hidden) => ({ ...view, cells: hideWalls(view.cells, hidden) }),
    explorer: ({ params: { size }, effects }) =>
      bumpingPolicy<CollectView>(size, effects, ({ agent, cells }) => ({
        agent,
        cells,
        targets: [...cells.keys()].filter((cell) => cells[cell] === ITEM),
      })),
    says: hiddenWallsText,
  },
  varies: ['dynamics'],
  vary: (instance, _what, { rng }) => ({ ...instance, effects: [...rng.shuffle([0, 1, 2, 3]), 4] }),
});
