import { rememberOf, type Rng } from '#foundation/kernel';
import type { Environment, Judged, Policy, StepResult, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { bitString, bytesOf, codec, oneOf, padded, record, whole } from '../faces/bit-layout.ts';
import { parseWord } from '../faces/reply.ts';
import { drawWalls, gridText, type Move, moves, moveTable, STAY, WALL } from '../grid/grid.ts';
import { maskAfter, type PlanGrid, shortestPlan } from '../grid/plan-search.ts';
import {
  type Demands,
  drawDemands,
  markNames,
  objectNames,
  planShape,
  planText,
  planVocabulary,
  sayDemands,
} from '../language/plan-instruction.ts';
import { readPlan } from '../language/read-plan.ts';
import { choice, int, number, type ParamsOf } from '../define/param-range.ts';
import { estimateRandomReturn } from '../play/rollout.ts';

const params = {
  size: int(4, 12, 'cells along each side'),
  instr_complexity: int(1, 6, 'atomic conditions of the instruction'),
  obstacles: number(0, 0.3, 'share of cells that are walls'),
  n_objects: int(1, 10, 'objects on the grid, named or not'),
  marks: number(0, 0.3, 'share of cells marked X or O'),
  wording: choice(
    ['plain', 'varied', 'unseen'],
    'one wording each, several, or only one that the other settings never use',
  ),
  combination: choice(
    ['usual', 'unseen'],
    'unseen names an object whose colour and kind the usual setting never names together',
  ),
  r_goal: number(0, 10_000, 'reward for carrying the instruction out'),
  violation_penalty: number(0, 10_000, 'penalty for violating it, which ends the episode'),
  step_cost: number(0, 10, 'cost of a step'),
};
type PlanParams = ParamsOf<typeof params>;

interface PlanSeen {
  readonly words: readonly number[];
  readonly x: number;
  readonly y: number;
  /** 0 free, 1 wall, 2 and 3 marked X and O, 4 + k the object k. */
  readonly cells: Uint8Array;
  /** Objects visited so far, one bit each. */
  readonly visited: Uint8Array;
}

interface PlanInstance {
  readonly params: PlanParams;
  readonly words: readonly number[];
  readonly demands: Demands;
  readonly cells: Uint8Array;
  readonly start: number;
  readonly distance: number;
}

const FIRST_MARK = 2;
const FIRST_OBJECT = 4;
const MOST_WORDS = 64;
const over: StepResult = { reward: 0, done: true };

function stepLimit({ size }: PlanParams): number {
  return 4 * size * size;
}

const gridOf = rememberOf(({ params, cells, demands }: PlanInstance): PlanGrid =>
  planGridOf(params.size, cells, demands),
);

function planGridOf(size: number, cells: Uint8Array, { visit, before, avoid }: Demands): PlanGrid {
  const thingAt = new Int8Array(cells.length).fill(-1);
  const forbidden = new Uint8Array(cells.length);
  for (let cell = 0; cell < cells.length; cell += 1) {
    const code = cells[cell]!;
    if (code >= FIRST_OBJECT) thingAt[cell] = visit.indexOf(code - FIRST_OBJECT);
    else if (code >= FIRST_MARK && avoid.includes(code - FIRST_MARK)) forbidden[cell] = 1;
  }
  const needs = visit.map((thing) =>
    before.reduce((mask, [a, b]) => (b === thing ? mask | (1 << visit.indexOf(a)) : mask), 0),
  );
  return { size, cells, thingAt, needs, forbidden };
}

class PlanWalk implements Environment<PlanSeen, Move> {
  private readonly instance: PlanInstance;
  private readonly grid: PlanGrid;
  private readonly visited = new Uint8Array(objectNames.length);
  private cell: number;
  private mask = 0;
  private left: number;

  constructor(instance: PlanInstance) {
    this.instance = instance;
    this.grid = gridOf(instance);
    this.cell = instance.start;
    this.left = stepLimit(instance.params);
  }

  observe(): PlanSeen {
    const { params, words, cells } = this.instance;
    const x = this.cell % params.size;
    return { words, x, y: (this.cell - x) / params.size, cells, visited: this.visited.slice() };
  }

  step(action: Move | undefined): StepResult {
    if (this.left === 0) return over;
    this.left -= 1;
    const { params, cells } = this.instance;
    const to = moveTable(params.size)[this.cell * 5 + (action === undefined ? STAY : moves.indexOf(action))]!;
    if (to === this.cell || cells[to] === WALL) return { reward: -params.step_cost, done: this.left === 0 };
    this.cell = to;
    this.mask = maskAfter(this.grid, to, this.mask);
    if (this.mask < 0) return this.end(-params.violation_penalty);
    if (cells[to]! >= FIRST_OBJECT) this.visited[cells[to]! - FIRST_OBJECT] = 1;
    if (this.mask === (1 << this.grid.needs.length) - 1) return this.end(params.r_goal);
    return { reward: -params.step_cost, done: this.left === 0 };
  }

  private end(earned: number): StepResult {
    this.left = 0;
    return { reward: earned - this.instance.params.step_cost, done: true };
  }
}

/** Follows a shortest way in the product of grid and instruction, and plans anew when it finds itself off it. */
function productPolicy(instance: PlanInstance): Policy<PlanSeen, Move> {
  const { size } = instance.params;
  const { visit } = instance.demands;
  const grid = gridOf(instance);
  const table = moveTable(size);
  let way: readonly number[] = [];
  let taken = 0;
  let expected = -1;
  return {
    act({ x, y, visited }) {
      const cell = y * size + x;
      let mask = 0;
      for (let i = 0; i < visit.length; i += 1) mask |= visited[visit[i]!]! << i;
      if (expected !== mask * size * size + cell || taken >= way.length) {
        way = shortestPlan(grid, cell, mask) ?? [];
        taken = 0;
      }
      const move = way[taken] ?? STAY;
      taken += 1;
      const to = table[cell * 5 + move]!;
      expected = maskAfter(grid, to, mask) * size * size + to;
      return moves[move]!;
    },
  };
}

/** Walks with coordinates and obeys the instruction as read from its text, not as it was drawn. */
function verify({ params, words, cells, start }: PlanInstance, actions: readonly (Move | undefined)[]): Judged {
  const { size } = params;
  const { visit, needs, avoid } = readPlan(planText(words));
  const steps: Readonly<Record<Move, readonly [number, number]>> = {
    UP: [0, -1],
    DOWN: [0, 1],
    LEFT: [-1, 0],
    RIGHT: [1, 0],
    STAY: [0, 0],
  };
  const left = new Set(visit);
  let [x, y, reward] = [start % size, Math.floor(start / size), 0];
  for (const action of actions.slice(0, stepLimit(params))) {
    reward -= params.step_cost;
    const [dx, dy] = steps[action ?? 'STAY'];
    const code = cells.subarray((y + dy) * size, (y + dy + 1) * size)[x + dx];
    if (action === undefined || action === 'STAY' || y + dy < 0 || x + dx < 0 || code === undefined || code === WALL)
      continue;
    [x, y] = [x + dx, y + dy];
    const thing = objectNames[code - FIRST_OBJECT];
    const early = thing !== undefined && visit.has(thing) && needs.has(thing) && left.has(needs.get(thing)!);
    if (early || avoid.has(markNames[code - FIRST_MARK] ?? '')) {
      return { ok: false, reward: reward - params.violation_penalty, why: 'the instruction was violated' };
    }
    if (thing !== undefined) left.delete(thing);
    if (left.size === 0) return { ok: true, reward: reward + params.r_goal };
  }
  return { ok: false, reward, why: 'the instruction was not carried out' };
}

/** Walls, then objects, marks and the start on free cells. */
function furnish(
  params: PlanParams,
  walls: number,
  demands: Demands,
  rng: Rng,
): { cells: Uint8Array; start: number } | undefined {
  const { size, n_objects, marks } = params;
  const cells = drawWalls(size, walls, rng);
  const free: number[] = [];
  for (const [cell, code] of cells.entries()) if (code !== WALL) free.push(cell);
  rng.shuffle(free);
  const others = rng.shuffle(objectNames.map((_, i) => i).filter((i) => !demands.visit.includes(i)));
  const objects = [...demands.visit, ...others].slice(0, n_objects);
  const marked = Math.round(marks * size * size);
  if (free.length < objects.length + marked + 1) return undefined;
  for (const [i, object] of objects.entries()) cells[free[i]!] = FIRST_OBJECT + object;
  for (let i = 0; i < marked; i += 1) cells[free[objects.length + i]!] = FIRST_MARK + rng.below(markNames.length);
  return { cells, start: free[objects.length + marked]! };
}

/** Draws until the instruction can be carried out in 2 · size² steps; every eighth time with half the walls. */
function generate(params: PlanParams, rng: Rng): PlanInstance {
  const demands = drawDemands(params.instr_complexity, params.combination === 'unseen', rng);
  const words = sayDemands(demands, params.wording, rng);
  for (let tries = 0, walls = params.obstacles; ; tries += 1) {
    if (tries % 8 === 7) walls /= 2;
    const drawn = furnish(params, walls, demands, rng);
    if (drawn === undefined) continue;
    const way = shortestPlan(planGridOf(params.size, drawn.cells, demands), drawn.start, 0);
    if (way === undefined || way.length > 2 * params.size * params.size) continue;
    return { params, words, demands, ...drawn, distance: way.length };
  }
}

const base = { violation_penalty: 50, step_cost: 1 };

/**
 * Carry out an instruction on a grid: visit what it names in the order it asks for, and never step where it forbids.
 *
 *     return = r_goal − step_cost · steps when carried out; −violation_penalty − step_cost · steps when violated
 *
 * The best return is r_goal − step_cost · d, d the shortest way in the product of the grid and the instruction.
 *
 * @source spec/task-grammar §5.1.1
 */
export const nl2planGrid: Template<PlanParams, PlanInstance, PlanSeen, Move> = defineTemplate({
  name: 'NL2PLAN_GRID',
  family: 'language',
  domain: 'language',
  tags: ['language', 'environment'],
  says: 'Carry out a written instruction on a grid in as few steps as possible.',
  shape: 'episode',
  params,
  levels: [
    {
      ...base,
      size: 5,
      instr_complexity: 1,
      obstacles: 0,
      n_objects: 3,
      marks: 0.1,
      wording: 'plain',
      combination: 'usual',
      r_goal: 50,
    },
    {
      ...base,
      size: 6,
      instr_complexity: 2,
      obstacles: 0.1,
      n_objects: 5,
      marks: 0.1,
      wording: 'varied',
      combination: 'usual',
      r_goal: 72,
    },
    {
      ...base,
      size: 8,
      instr_complexity: 3,
      obstacles: 0.15,
      n_objects: 6,
      marks: 0.15,
      wording: 'varied',
      combination: 'usual',
      r_goal: 128,
    },
    {
      ...base,
      size: 8,
      instr_complexity: 4,
      obstacles: 0.2,
      n_objects: 8,
      marks: 0.15,
      wording: 'varied',
      combination: 'unseen',
      r_goal: 128,
    },
    {
      ...base,
      size: 10,
      instr_complexity: 5,
      obstacles: 0.2,
      n_objects: 10,
      marks: 0.15,
      wording: 'unseen',
      combination: 'usual',
      r_goal: 200,
    },
    {
      ...base,
      size: 10,
      instr_complexity: 6,
      obstacles: 0.2,
      n_objects: 10,
      marks: 0.15,
      wording: 'unseen',
      combination: 'unseen',
      r_goal: 200,
    },
  ],
  conflict({ size, instr_complexity, n_objects, marks, r_goal, violation_penalty, step_cost }) {
    const { things } = planShape(instr_complexity);
    const most = Math.floor((0.75 - marks) * size * size);
    if (n_objects > most)
      return `n_objects is ${n_objects}, must be at most ${most} on so small a grid with so many marks`;
    if (n_objects < things)
      return `n_objects is ${n_objects}, must be at least ${things}, as many as the instruction names`;
    const least = 2 * size * size * step_cost;
    if (r_goal + violation_penalty < least)
      return `r_goal + violation_penalty must be at least ${least}, or giving up would pay`;
    return undefined;
  },
  metrics: [
    { name: 'success', better: 'higher', says: 'share of instructions carried out' },
    { name: 'violation', better: 'lower', says: 'share of instructions violated' },
    { name: 'detour', better: 'lower', says: 'steps beyond the shortest way, of those carried out' },
  ],
  difficulty: ({ size, instr_complexity, obstacles }) => size * instr_complexity * (1 + obstacles),
  rewardRange: (params) => ({
    low: -stepLimit(params) * params.step_cost - params.violation_penalty,
    high: params.r_goal,
  }),
  maxSteps: stepLimit,
  generate,
  start: (instance) => new PlanWalk(instance),
  oracle: productPolicy,
  optimum: ({ params: { r_goal, step_cost }, distance }) => ({ kind: 'exact', reward: r_goal - step_cost * distance }),
  randomAction: (_, rng) => moves[rng.below(5)]!,
  randomReturn: (instance) =>
    estimateRandomReturn(nl2planGrid, { params: instance.params, instance }, `random/NL2PLAN_GRID/${instance.start}`),
  verify,
  measure(instance, { actions, total }) {
    const { ok } = verify(instance, actions);
    if (ok) return { success: 1, violation: 0, detour: actions.length - instance.distance };
    const walked = -actions.length * instance.params.step_cost;
    return { success: 0, violation: total < walked - 1e-9 ? 1 : 0 };
  },
  text: {
    rules: ({ size, r_goal, violation_penalty, step_cost }) =>
      `You walk on a grid of ${size} by ${size} cells: @ is you, # a wall, . a free cell, x and o cells marked X and O, letters from A on are objects; x grows to the right, y downwards. Carry out the ` +
      `instruction: entering the cell of an object visits it. Entering a cell marked as the instruction forbids, or an object that is to be visited later than one not visited yet, violates it. Each step costs ${step_cost}; ` +
      `once all is done the episode ends and you earn ${r_goal}; a violation ends it and costs ${violation_penalty}; it also ends after ${4 * size * size} steps. A move into a wall or off the grid ` +
      'leaves you where you are, and so does a reply that cannot be read. Reply each time with one of UP, DOWN, LEFT, RIGHT, STAY, as in "answer: UP".',
    observation: observationText,
    action: (action) => action,
    parse: (reply) => parseWord(reply, moves),
  },
  bits({ size }) {
    const at = whole(0, size - 1);
    return {
      observation: codec(
        record<PlanSeen>({
          words: padded(MOST_WORDS, whole(0, planVocabulary.length - 1)),
          x: at,
          y: at,
          cells: bytesOf(size * size, FIRST_OBJECT + objectNames.length - 1),
          visited: bitString(objectNames.length),
        }),
      ),
      action: codec(oneOf(moves)),
    };
  },
});

/** Objects are shown as letters in the order they stand, so that a letter says nothing by itself. */
function observationText({ words, x, y, cells, visited }: PlanSeen, { size }: PlanParams): string {
  const letters = new Array<string>(FIRST_OBJECT + objectNames.length).fill('?');
  for (const [i, letter] of ['.', '#', 'x', 'o'].entries()) letters[i] = letter;
  const legend: string[] = [];
  for (const code of cells) {
    if (code < FIRST_OBJECT) continue;
    const object = code - FIRST_OBJECT;
    letters[code] = 'ABCDEFGHIJ'[legend.length]!;
    legend.push(`${letters[code]} ${objectNames[object]}${visited[object] === 1 ? ' (visited)' : ''}`);
  }
  const grid = gridText(size, cells, y * size + x, letters.join(''));
  return `instruction: ${planText(words)}\nyou are at x=${x} y=${y}\n${grid}\n${legend.join(', ')}`;
}
