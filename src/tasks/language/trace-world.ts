import type { Rng } from '#foundation/kernel';

/** One moment: what was seen and what was done, as places in the lists of the world. */
export type Moment = readonly [seen: number, done: number];

/** A trajectory and what happened in it: event codes in the order they happened, repeats included. */
export interface Told {
  readonly trace: Moment[];
  readonly events: number[];
}

/** A small environment that is played by a wandering agent while the events are written down. */
export interface TraceWorld {
  readonly sights: readonly string[];
  readonly deeds: readonly string[];
  /** Events, in the order in which events of one moment are told. */
  readonly tags: readonly string[];
  /** What each tag means, for the rules. */
  readonly says: string;
  play(length: number, rng: Rng): Told;
}

const SIDE = 4;
const here = ['nothing', 'key', 'coin', 'door', 'X'] as const;
const dx = [0, 0, -1, 1];
const dy = [-1, 1, 0, 0];

function playGrid(length: number, rng: Rng): Told {
  const things = new Uint8Array(SIDE * SIDE);
  const places = rng.distinct(7, SIDE * SIDE);
  for (const [i, kind] of [1, 1, 2, 2, 3, 4, 4].entries()) things[places[i]!] = kind;
  const trace: Moment[] = [];
  const events: number[] = [];
  let cell = rng.below(SIDE * SIDE);
  let holds = false;
  let arrived = true;
  let bumped = false;
  for (let t = 0; t < length; t += 1) {
    const thing = things[cell]!;
    if (bumped) events.push(0);
    if (arrived && thing === 3) events.push(holds ? 1 : 2);
    if (arrived && thing === 4) events.push(3);
    const lies = thing === 1 || thing === 2;
    const done = lies && rng.chance(0.6) ? 4 : rng.weighted([8, 8, 8, 8, 1]);
    trace.push([cell * 5 + thing, done]);
    if (done === 4) {
      events.push(lies ? thing + 3 : 6);
      if (thing === 1) holds = true;
      if (lies) things[cell] = 0;
    }
    const to = done === 4 ? cell : walk(cell, done);
    arrived = to !== cell;
    bumped = done !== 4 && !arrived;
    cell = to;
  }
  return { trace, events };
}

function walk(cell: number, move: number): number {
  const x = (cell % SIDE) + dx[move]!;
  const y = Math.floor(cell / SIDE) + dy[move]!;
  return x >= 0 && y >= 0 && x < SIDE && y < SIDE ? y * SIDE + x : cell;
}

/** Three switches: each but the first in a hidden order may follow an earlier one, plain or inverted. */
function playCausal(length: number, rng: Rng): Told {
  const order = rng.distinct(3, 3);
  const parents = [-1, rng.below(4) === 0 ? -1 : order[0]!, rng.below(4) === 0 ? -1 : order[rng.below(2)]!];
  const inverted = [0, rng.bit(), rng.bit()];
  const values: number[] = [rng.bit(), rng.bit(), rng.bit()];
  const trace: Moment[] = [];
  const events: number[] = [];
  for (let t = 0; t < length; t += 1) {
    const before = values[0]! + 2 * values[1]! + 4 * values[2]!;
    const done = rng.below(7);
    trace.push([before, done]);
    const setting = done === 6 ? -1 : done >> 1;
    if (setting >= 0) values[setting] = done & 1;
    else if (rng.chance(0.3)) values[rng.below(3)]! ^= 1;
    const changed = before ^ (values[0]! + 2 * values[1]! + 4 * values[2]!);
    if (changed !== 0 && setting >= 0) {
      for (const [i, node] of order.entries()) {
        const parent = parents[i]!;
        if (parent >= 0 && node !== setting) values[node] = values[parent]! ^ inverted[i]!;
      }
    }
    if (t + 1 === length) break;
    const difference = before ^ (values[0]! + 2 * values[1]! + 4 * values[2]!);
    if (setting >= 0 && difference === 0) events.push(9);
    for (let other = 0; other < 3; other += 1) {
      if (!((difference >> other) & 1) || other === setting) continue;
      events.push(setting < 0 ? 6 + other : setting * 2 + (other > setting ? other - 1 : other));
    }
  }
  return { trace, events };
}

/** Calls of three tools and a verifier; each shows how the call before went. */
function playTool(length: number, rng: Rng): Told {
  const trace: Moment[] = [];
  const events: number[] = [];
  let seen = 0;
  let last = -1;
  let verified = false;
  for (let t = 0; t < length; t += 1) {
    if (last >= 0 && last < 3 && seen === 2) events.push(last);
    if (last === 1 && seen === 3) events.push(3);
    if (last === 3 && seen !== 0) events.push(seen === 1 ? 4 : 5);
    if (last === 3) verified = seen === 1;
    else if (last >= 0 && last < 3) verified = false;
    const again = seen === 2 && last < 3 && rng.bit() === 1;
    const done = again ? last : rng.weighted([4, 4, 4, 4, 1]);
    if (done === last && seen === 2 && last < 3) events.push(6);
    if (done === 4) events.push(verified ? 7 : 8);
    trace.push([seen, done]);
    seen = done === 4 ? 0 : 1 + rng.weighted(done === 1 ? [5, 2, 2] : [5, 2]);
    last = done;
  }
  return { trace, events };
}

const letters = ['A', 'B', 'C'];
const pairs = letters.flatMap((a) => letters.filter((b) => b !== a).map((b) => `${a}-moved-${b}`));

/** The worlds by the seed's name of their environment. */
export const traceWorlds = {
  grid: {
    sights: Array.from(
      { length: SIDE * SIDE * here.length },
      (_, i) => `x=${Math.floor(i / 5) % SIDE} y=${Math.floor(i / 5 / SIDE)} ${here[i % 5]!}`,
    ),
    deeds: ['UP', 'DOWN', 'LEFT', 'RIGHT', 'TAKE'],
    tags: ['bumped', 'opened-door', 'locked-out', 'crossed-X', 'took-key', 'took-coin', 'missed'],
    says:
      'took-key, took-coin (TAKE where it lies), missed (TAKE where there is neither), bumped (a move that led nowhere), opened-door (arriving at ' +
      'the door after taking a key), locked-out (arriving there before), crossed-X (arriving at X); the first cell counts as an arrival',
    play: playGrid,
  },
  causal: {
    sights: Array.from({ length: 8 }, (_, i) => `A=${i & 1} B=${(i >> 1) & 1} C=${i >> 2}`),
    deeds: ['SET-A=0', 'SET-A=1', 'SET-B=0', 'SET-B=1', 'SET-C=0', 'SET-C=1', 'WAIT'],
    tags: [...pairs, 'A-drifted', 'B-drifted', 'C-drifted', 'no-effect'],
    says:
      'A-moved-B (setting A was followed by a change of B; likewise for every two letters), A-drifted (A changed during WAIT; likewise B, C), ' +
      'no-effect (a setting after which nothing had changed)',
    play: playCausal,
  },
  tool: {
    sights: ['idle', 'ok', 'error', 'empty'],
    deeds: ['CALC', 'DB', 'LLM', 'VERIFY', 'ANSWER'],
    tags: [
      'CALC-failed',
      'DB-failed',
      'LLM-failed',
      'DB-empty',
      'verified',
      'refuted',
      'retried',
      'answered-verified',
      'answered-blind',
    ],
    says:
      'CALC-failed, DB-failed, LLM-failed (error after that call), DB-empty, verified and refuted (ok or error after VERIFY), retried (the same ' +
      'tool called again right after its error), answered-verified (ANSWER where the last call was a VERIFY that was ok), answered-blind (any other ANSWER)',
    play: playTool,
  },
} as const satisfies Record<string, TraceWorld>;

export type TraceEnv = keyof typeof traceWorlds;
