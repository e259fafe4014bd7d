import type { Rng } from '#foundation/kernel';
import type { Params, Template } from '#foundation/contracts/tasks';
import { gridCollect } from '../templates/grid-collect.ts';
import { causalBandit } from '../templates/causal-bandit/causal-bandit.ts';
import { toolDbLookup } from '../templates/tool-db-lookup.ts';
import { moves } from '../grid/grid.ts';
import type { Moment, Told, TraceWorld } from './trace-world.ts';

/** An episode of another template: what is seen and done at each step, and what the world did then. */
type Visit<O, A> = (
  seen: O,
  action: A,
  after: { readonly seen: O; readonly done: boolean; readonly reward: number },
) => void;

/** How often the player of a trajectory does what the oracle would do. */
const SKILL = 0.55;

/** Plays a fresh instance, now well and now at random, for at most `most` steps. */
function visitEpisode<P extends Params, I, O, A>(
  { template, params }: { readonly template: Template<P, I, O, A>; readonly params: P },
  most: number,
  rng: Rng,
  visit: Visit<O, A>,
): void {
  const instance = template.generate(params, rng.fork('instance'));
  const environment = template.start(instance);
  const oracle = template.oracle(instance);
  for (let step = 0, done = false; !done && step < most; step += 1) {
    const seen = environment.observe();
    const wise = oracle.act(seen);
    const action = rng.chance(SKILL) ? wise : template.randomAction(seen, rng, params);
    const result = environment.step(action);
    done = result.done;
    visit(seen, action, { seen: environment.observe(), done, reward: result.reward });
  }
}

const SIDE = 5;
const ITEMS = 3;
const END = moves.length;
const collecting = {
  template: gridCollect,
  params: { size: SIDE, n_objects: ITEMS, obstacles: 0.15, r_item: 10, bonus: 10, budget: 3 },
};

function playCollect(length: number, rng: Rng): Told {
  const trace: Moment[] = [];
  const events: number[] = [];
  const itemsIn = (cells: Uint8Array): number => cells.reduce((sum, cell) => sum + (cell === 2 ? 1 : 0), 0);
  for (let episode = 0; trace.length < length; episode += 1) {
    const been = new Set<number>();
    let tookLast = false;
    visitEpisode(collecting, length - trace.length, rng.fork(episode), (seen, action, { seen: next, done }) => {
      const move = moves.indexOf(action);
      trace.push([seen.agent * (ITEMS + 1) + itemsIn(seen.cells), move]);
      been.add(seen.agent);
      if (action === 'STAY') events.push(1);
      // What would follow the last line is not told.
      if (trace.length === length) return;
      const took = itemsIn(next.cells) < itemsIn(seen.cells);
      if (next.agent === seen.agent && action !== 'STAY') events.push(0);
      if (next.agent !== seen.agent && been.has(next.agent)) events.push(2);
      if (took) events.push(tookLast ? 4 : 3);
      tookLast = took;
      if (!done) return;
      trace.push([next.agent * (ITEMS + 1) + itemsIn(next.cells), END]);
      events.push(itemsIn(next.cells) === 0 ? 5 : 6);
    });
  }
  return { trace, events };
}

const ARMS = 4;
const choosing = {
  template: causalBandit,
  params: {
    n_vars: 4,
    k_arms: ARMS,
    dag_depth: 2,
    noise: 0.2,
    reward: 'sample',
    queries: 'none',
    n_queries: 0,
  },
} as const;

function playCausalBandit(length: number, rng: Rng): Told {
  const trace: Moment[] = [];
  const events: number[] = [];
  let seenNow = 0;
  let last: { arm: number; paid: boolean } | undefined;
  let wins = 0;
  const { template, params } = choosing;
  visitEpisode({ template, params: { ...params, T: length } }, length, rng, (_, action, { seen: next, reward }) => {
    const arm = action.kind === 'pull' ? action.arm - 1 : 0;
    trace.push([seenNow, arm]);
    if (last !== undefined && last.arm === arm && !last.paid) events.push(0);
    if (last !== undefined && last.arm !== arm && last.paid) events.push(1);
    const paid = reward > 0;
    const values = next.last?.values ?? new Uint8Array(4);
    seenNow = 1 + 2 * (values[0]! + 2 * values[1]! + 4 * values[2]! + 8 * values[3]!) + Number(paid);
    wins = paid ? wins + 1 : 0;
    last = { arm, paid };
    if (trace.length === length) return;
    events.push(2 + (paid ? arm : ARMS + arm));
    if (wins === 3) events.push(10);
  });
  return { trace, events };
}

const KEYS = 4;
const VALUES = 4;
const MISSING = VALUES;
const looking = {
  template: toolDbLookup,
  params: {
    n_keys: KEYS,
    n_values: VALUES,
    query: 'sum',
    complexity: 2,
    noise_kind: 'call',
    noise_rate: 0.25,
    missing_rate: 0.2,
    call_cost: 0.05,
    waste_penalty: 0.02,
    call_budget: 6,
  },
} as const;
const pairs = Array.from({ length: KEYS * KEYS }, (_, i) => [Math.floor(i / KEYS), i % KEYS] as const);

function playLookup(length: number, rng: Rng): Told {
  const trace: Moment[] = [];
  const events: number[] = [];
  for (let episode = 0; trace.length < length; episode += 1) {
    const known = new Map<number, number>();
    let shown = 0;
    visitEpisode(looking, length - trace.length, rng.fork(episode), ({ keys }, action, { seen: next, done }) => {
      const deed = action.kind === 'QUERY' ? action.key : KEYS + (action.value ?? MISSING);
      trace.push([(keys[0]! * KEYS + keys[1]!) * (VALUES + 2) + shown, deed]);
      if (action.kind === 'ANSWER') {
        const isSure = keys.every((key) => known.has(key)) || [...known.values()].includes(MISSING);
        events.push(action.value === null ? 5 : isSure ? 6 : 4);
        return;
      }
      const isAgain = known.has(action.key);
      if (!keys.includes(action.key)) events.push(0);
      if (isAgain) events.push(1);
      const found = next.readings.at(-1);
      // A query that is not served leaves what was read last on show, and is told by that.
      const value = found?.key === action.key ? (found.row?.value ?? MISSING) : shown - 1;
      if (value < 0) return;
      shown = 1 + value;
      const before = known.get(action.key);
      known.set(action.key, value);
      // What the last query of a question read is not told: the next line is of another one.
      if (done || trace.length === length) return;
      if (value === MISSING) events.push(2);
      if (isAgain && before !== value) events.push(3);
    });
  }
  return { trace, events };
}

/** Trajectories of other templates, by their names. */
export const templateWorlds = {
  GRID_COLLECT: {
    sights: Array.from(
      { length: SIDE * SIDE * (ITEMS + 1) },
      (_, i) =>
        `x=${Math.floor(i / (ITEMS + 1)) % SIDE} y=${Math.floor(i / (ITEMS + 1) / SIDE)} items=${i % (ITEMS + 1)}`,
    ),
    deeds: [...moves, 'END'],
    tags: ['bumped', 'stayed', 'came-back', 'took-item', 'took-two', 'finished', 'ran-out'],
    says:
      'bumped (a move that led nowhere), stayed (STAY), came-back (a move to a cell seen before in the same episode), took-item (a move after which an item less is ' +
      'left), took-two (the same right after another such move, instead of took-item), finished and ran-out (END with no item left, or with some); END ends an episode, and another may follow',
    play: playCollect,
  },
  CAUSAL_BANDIT: {
    sights: [
      'nothing yet',
      ...Array.from({ length: 32 }, (_, i) => {
        const values = i >> 1;
        const letters = ['A', 'B', 'C', 'D'].map((letter, at) => `${letter}=${(values >> at) & 1}`).join(' ');
        return `${letters} ${i & 1 ? 'paid' : 'no pay'}`;
      }),
    ],
    deeds: Array.from({ length: ARMS }, (_, i) => `ARM-${i + 1}`),
    tags: [
      'stayed-after-loss',
      'left-after-win',
      ...Array.from({ length: ARMS }, (_, i) => `${i + 1}-paid`),
      ...Array.from({ length: ARMS }, (_, i) => `${i + 1}-failed`),
      'three-wins',
    ],
    says:
      '1-paid, 1-failed (what came of arm 1; likewise for every arm), stayed-after-loss (the same arm again right after it failed), left-after-win (another arm right ' +
      'after one that paid), three-wins (the third pay in a row)',
    play: playCausalBandit,
  },
  TOOL_DB_LOOKUP: {
    sights: pairs.flatMap(([a, b]) =>
      ['new', ...Array.from({ length: VALUES }, (_, value) => `read ${value}`), 'read MISSING'].map(
        (shown) => `sum k${a} k${b}: ${shown}`,
      ),
    ),
    deeds: [
      ...Array.from({ length: KEYS }, (_, key) => `QUERY-k${key}`),
      ...Array.from({ length: VALUES }, (_, value) => `ANSWER-${value}`),
      'ANSWER-MISSING',
    ],
    tags: ['off-question', 'read-again', 'found-missing', 'contradicted', 'guessed', 'said-missing', 'answered'],
    says:
      'found-missing (a query that read MISSING), off-question (a query for a key that the sum does not name), read-again (a query for a key that was queried before for the same ' +
      'question), contradicted (that read something else than the last time), guessed (a number answered while a key of the sum was not read and nothing was found missing), said-missing ' +
      '(ANSWER-MISSING), answered (any other answer); an answer ends its question, and another may follow',
    play: playLookup,
  },
} as const satisfies Record<string, TraceWorld>;
