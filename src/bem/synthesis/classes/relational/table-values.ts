import type { Rng } from '#kernel';
import type { BitEpisode } from '../evidence.ts';
import type { Actor } from '../practice.ts';
import { actorOf } from '../practice.ts';
import { type Place, wordsAt } from './control-words.ts';
import type { MacroWriter } from './macro-action.ts';

/** What is known of one row of the table: the value of each action, and how often it was tried. */
interface Cell {
  readonly words: readonly number[];
  readonly values: Float64Array;
  readonly tries: Float64Array;
  visits: number;
}

/** How much of a return is taken from what was earned, against what the table says of the next row, where the table itself played. */
const LAMBDA = 0.5;
/** Values that were tried rarely count for less: by this share of the spread, over the root of the tries. */
const DOUBT = 0.5;
const LEAST_STEP = 0.02;

/** What an action that was never tried is taken to be worth, and how far returns lie apart. */
export interface TableHope {
  readonly start: number;
  readonly spread: number;
}

interface Seen {
  readonly key: string;
  readonly actions: readonly Uint8Array[];
}

/**
 * Values of actions by the words of a table. What was done teaches every action that would have done the same there.
 *
 *     g ← r + ½ max Q(next) + ½ g     Q ← Q + max(0.02, 1 / n) (g − Q)
 *
 * @source Watkins 1989, Q(λ) backwards through an episode
 */
export class TableValues {
  readonly words: readonly Place[];
  private readonly writer: MacroWriter;
  private readonly count: number;
  private readonly start: number;
  private readonly spread: number;
  private readonly cells = new Map<string, Cell>();
  private readonly seen = new WeakMap<Uint8Array, Seen>();

  constructor(words: readonly Place[], writer: MacroWriter, count: number, hope: TableHope) {
    this.words = words;
    this.writer = writer;
    this.count = count;
    this.start = hope.start;
    this.spread = hope.spread;
  }

  get size(): number {
    return this.cells.size;
  }

  /** Plays by the values, and by chance now and then. */
  explorer(rng: Rng, chance: number): Actor {
    return actorOf(() => (observation) => {
      const { key, actions } = this.look(observation);
      const cell = this.cell(key, observation);
      return actions[rng.chance(chance) ? rng.below(actions.length) : bestOf(cell.values)];
    });
  }

  /** Learns from episodes that this table played, or that others did: then only what the table says of the next row counts. */
  learn(episodes: readonly BitEpisode[], isOwn: boolean): number {
    const lambda = isOwn ? LAMBDA : 0;
    let effort = 0;
    for (const { steps } of episodes) {
      let gain = 0;
      for (const { observation, action, reward, next } of steps.toReversed()) {
        const { key, actions } = this.look(observation);
        const cell = this.cell(key, observation);
        gain = reward + (next === undefined ? 0 : lambda * gain + (1 - lambda) * this.worth(next, gain));
        cell.visits += 1;
        for (const [m, bits] of actions.entries()) {
          if (!isSame(bits, action)) continue;
          cell.tries[m]! += 1;
          cell.values[m]! += Math.max(LEAST_STEP, 1 / cell.tries[m]!) * (gain - cell.values[m]!);
        }
        effort += this.writer.effort;
      }
    }
    return effort;
  }

  /** The best action of every row, with how often it was visited. */
  policy(): { readonly words: readonly number[]; readonly macro: number; readonly visits: number }[] {
    return [...this.cells.values()]
      .filter(({ visits }) => visits > 0)
      .map(({ words, values, tries, visits }) => {
        let [best, most] = [0, -Infinity];
        for (let m = 0; m < values.length; m += 1) {
          const sure = tries[m] === 0 ? -Infinity : values[m]! - (DOUBT * this.spread) / Math.sqrt(tries[m]!);
          if (sure > most) [best, most] = [m, sure];
        }
        return { words, macro: best, visits };
      });
  }

  /** The best that was tried in a row; what was earned where nothing was. */
  private worth(observation: Uint8Array, otherwise: number): number {
    const { values, tries } = this.cell(this.look(observation).key, observation);
    let best = -Infinity;
    for (let m = 0; m < values.length; m += 1) if (tries[m]! > 0 && values[m]! > best) best = values[m]!;
    return best === -Infinity ? otherwise : best;
  }

  private look(observation: Uint8Array): Seen {
    const before = this.seen.get(observation);
    if (before !== undefined) return before;
    const seen = { key: wordsAt(observation, this.words).join(), actions: this.writer.write(observation) };
    this.seen.set(observation, seen);
    return seen;
  }

  private cell(key: string, observation: Uint8Array): Cell {
    const found = this.cells.get(key);
    if (found !== undefined) return found;
    const cell = {
      words: wordsAt(observation, this.words),
      values: new Float64Array(this.count).fill(this.start),
      tries: new Float64Array(this.count),
      visits: 0,
    };
    this.cells.set(key, cell);
    return cell;
  }
}

function bestOf(values: Float64Array): number {
  let best = 0;
  for (let m = 1; m < values.length; m += 1) if (values[m]! > values[best]!) best = m;
  return best;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
