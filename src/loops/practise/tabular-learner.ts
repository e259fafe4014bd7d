import { hashOf, type Hash, type Rng } from '#kernel';
import type { BitEpisode } from './bit-practice.ts';

/** Action values per observation: the key is the observation's bits as text. */
export type ValueTable = Readonly<Record<string, readonly number[]>>;

export interface TabularKnobs {
  /** Share of random actions while practising. */
  readonly exploration: number;
  /** Step size of the value update. */
  readonly learningRate: number;
  /** Weight of the next step's value. */
  readonly discount: number;
}

/** The content hash that names a table in certificates and events. */
export function snapshotOf(table: ValueTable): Hash {
  return hashOf(table);
}

/**
 * Plays one episode and learns from every step; writes into `table`.
 *
 *     Q(s, a) ← Q(s, a) + η · (r + γ · max_b Q(s′, b) − Q(s, a))
 *
 * Greedy ties go to the lowest action, so a replay acts the same. Observations never seen have value 0 everywhere.
 *
 * @source Watkins & Dayan 1992, Q-learning
 */
export function learnEpisode(table: Record<string, number[]>, episode: BitEpisode, knobs: TabularKnobs, rng: Rng): number {
  let total = 0;
  let key = episode.observe();
  for (;;) {
    const values = (table[key] ??= new Array<number>(episode.actions).fill(0));
    const action = rng.chance(knobs.exploration) ? rng.below(episode.actions) : bestAction(values);
    const { reward, done } = episode.step(action);
    const next = episode.observe();
    const ahead = done ? 0 : Math.max(...(table[next] ?? [0]));
    values[action]! += knobs.learningRate * (reward + knobs.discount * ahead - values[action]!);
    total += reward;
    if (done) return total;
    key = next;
  }
}

/** Plays one episode greedily without learning; an unseen observation gets a random action. Returns the summed reward. */
export function playEpisode(table: ValueTable, episode: BitEpisode, rng: Rng): number {
  let total = 0;
  for (;;) {
    const values = table[episode.observe()];
    const { reward, done } = episode.step(values ? bestAction(values) : rng.below(episode.actions));
    total += reward;
    if (done) return total;
  }
}

function bestAction(values: readonly number[]): number {
  let best = 0;
  for (let a = 1; a < values.length; a += 1) if (values[a]! > values[best]!) best = a;
  return best;
}
