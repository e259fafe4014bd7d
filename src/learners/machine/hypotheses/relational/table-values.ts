import type { Rng } from '#foundation/kernel';
import type { BitEpisode } from '../evidence.ts';
import { type Actor, actorOf } from '../practice.ts';
import { type Place, wordsAt } from './control-words.ts';
import type { MacroWriter } from './macro-action.ts';

/** What is known of one row of the table: the value of each action, how often it was tried, and what the row earned on the whole. */
interface Cell {
  readonly words: readonly number[];
  readonly values: Float64Array;
  readonly tries: Float64Array;
  /** Values as they may be at best: what was never tried is worth as much as anything ever was. */
  readonly hopes: Float64Array;
  visits: number;
  mean: number;
}

/** How much of a return is taken from what was earned, against what the table says of the next row, where the table itself played. */
const LAMBDA = 0.5;
const LEAST_STEP = 0.02;
/** Tries that an action is taken to have had with what its row earns on the whole: a lucky first try is not believed. */
const SHRINK = 3;
/** How much is hoped of what was tried rarely, as a share of how far returns lie apart. */
const HOPE = 0.25;
/** The same for what may be at best, which is followed closely: what is cheaper by little must soon show. */
const LITTLE_HOPE = 0.05;
const HOPE_STEP = 0.1;

interface Seen {
  readonly key: string;
  readonly actions: readonly Uint8Array[];
}

/**
 * Values of actions by the words of a table. What was done teaches every action that would have done the same there.
 *
 *     g ← r + (1 − λ) max Q(next) + λ g     Q ← Q + max(0.02, 1 / n) (g − Q), backwards through an episode
 *     played: the largest of Q + hope · √(ln(1 + visits) / (1 + n)), or of what may be at best: H ← r + max min(highest, H(next) + hope / √n)
 *
 * Hope that reaches back goes through what is cheap in depth; values settle what is best.
 *
 * @source Watkins 1989, Q(λ); Auer, Cesa-Bianchi and Fischer 2002, UCB1; Brafman and Tennenholtz 2002, R-max
 */
export class TableValues {
  readonly words: readonly Place[];
  private readonly writer: MacroWriter;
  private readonly count: number;
  private readonly highest: number;
  private readonly spread: number;
  private readonly cells = new Map<string, Cell>();
  private readonly seen = new WeakMap<Uint8Array, Seen>();

  constructor(
    words: readonly Place[],
    writer: MacroWriter,
    count: number,
    range: { readonly highest: number; readonly spread: number },
  ) {
    this.words = words;
    this.writer = writer;
    this.count = count;
    this.highest = range.highest;
    this.spread = range.spread;
  }

  get size(): number {
    return this.cells.size;
  }

  /** Plays by the values, and by chance now and then. */
  explorer(rng: Rng, chance: number, by: 'values' | 'hopes'): Actor {
    return actorOf(() => (observation) => {
      const { key, actions } = this.look(observation);
      const cell = this.cell(key, observation);
      if (rng.chance(chance)) return actions[rng.below(actions.length)];
      return actions[by === 'values' ? this.best(cell, HOPE * this.spread) : this.mostHoped(cell).macro];
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
        gain = reward + (next === undefined ? 0 : lambda * gain + (1 - lambda) * this.worth(next));
        const hoped = reward + (next === undefined ? 0 : this.mostHoped(this.cellOf(next)).hope);
        cell.visits += 1;
        cell.mean += Math.max(LEAST_STEP, 1 / cell.visits) * (gain - cell.mean);
        for (const [m, bits] of actions.entries()) {
          if (!isSame(bits, action)) continue;
          cell.tries[m]! += 1;
          cell.values[m]! += Math.max(LEAST_STEP, 1 / cell.tries[m]!) * (gain - cell.values[m]!);
          cell.hopes[m]! += Math.max(HOPE_STEP, 1 / cell.tries[m]!) * (hoped - cell.hopes[m]!);
        }
        effort += actions.length;
      }
    }
    return effort;
  }

  /** The best action of every row, with how often it was visited. */
  policy(): { readonly words: readonly number[]; readonly macro: number; readonly visits: number }[] {
    return [...this.cells.values()]
      .filter(({ visits }) => visits > 0)
      .map((cell) => ({ words: cell.words, macro: this.best(cell, 0), visits: cell.visits }));
  }

  /** The action with the highest value and hope. */
  private best(cell: Cell, hope: number): number {
    const { tries, visits } = cell;
    const bonus = hope * Math.sqrt(Math.log(1 + visits));
    let [best, most] = [0, -Infinity];
    for (let m = 0; m < tries.length; m += 1) {
      const value = shrunk(cell, m) + bonus / Math.sqrt(1 + tries[m]!);
      if (value > most) [best, most] = [m, value];
    }
    return best;
  }

  /** The action of which most may be hoped, and how much. */
  private mostHoped({ hopes, tries }: Cell): { readonly macro: number; readonly hope: number } {
    let [macro, hope] = [0, -Infinity];
    for (let m = 0; m < hopes.length; m += 1) {
      const may =
        tries[m] === 0
          ? this.highest
          : Math.min(this.highest, hopes[m]! + (LITTLE_HOPE * this.spread) / Math.sqrt(tries[m]!));
      if (may > hope) [macro, hope] = [m, may];
    }
    return { macro, hope };
  }

  private cellOf(observation: Uint8Array): Cell {
    return this.cell(this.look(observation).key, observation);
  }

  private worth(observation: Uint8Array): number {
    const cell = this.cellOf(observation);
    return cell.visits === 0 ? 0 : shrunk(cell, this.best(cell, 0));
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
      values: new Float64Array(this.count),
      tries: new Float64Array(this.count),
      hopes: new Float64Array(this.count),
      visits: 0,
      mean: 0,
    };
    this.cells.set(key, cell);
    return cell;
  }
}

/** The value of an action, drawn to what its row earns on the whole while it was tried rarely. */
function shrunk({ values, tries, mean }: Cell, m: number): number {
  return (tries[m]! * values[m]! + SHRINK * mean) / (tries[m]! + SHRINK);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
