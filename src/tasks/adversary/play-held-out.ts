import type { AnyTemplate, Policy } from '#foundation/contracts/tasks';
import { drawAt } from '../play/sample.ts';
import type { Setting } from '../settings/seed-path.ts';
import { Game } from '../play/start.ts';

/** A policy under attack conditions; `earned` hears each reward. */
export interface Player extends Policy<unknown, unknown> {
  earned?(reward: number): void;
}

/** Returns on held-out instances, against chance and the declared optimum. */
export interface HeldOut {
  readonly episodes: number;
  /** (R − R_random) / (R_optimal − R_random) over the sums of all episodes, with its standard error. */
  readonly score: number;
  readonly error: number;
  /** Mean of R − R_optimal, with its standard error. */
  readonly above: number;
  readonly aboveError: number;
  /** Episodes that earned more than an exact optimum. */
  readonly impossible: number;
}

const TOLERANCE = 1e-6;

/** An instance of the held-out split with what it can be worth. */
export interface HeldOutTask {
  readonly game: () => Game;
  readonly instance: unknown;
  readonly random: number;
  readonly best: number;
  readonly isExact: boolean;
}

/** The held-out instances of a level, drawn and valued once for all predictors. */
export function heldOutTasks(template: AnyTemplate, setting: Setting, count: number, seed: string): HeldOutTask[] {
  return Array.from({ length: count }, (_, index) => {
    const drawn = drawAt(template, setting, { seed, index, split: 'test' });
    const { kind, reward } = template.optimum(drawn.instance);
    return {
      game: () => new Game(drawn),
      instance: drawn.instance,
      random: template.randomReturn(drawn.instance),
      best: reward,
      isExact: kind === 'exact',
    };
  });
}

/**
 * Plays each task once through `Game`, with a fresh player for every agent of it, and takes the return from the verifier.
 * The score is a ratio of sums, its error by the delta method.
 */
export function playHeldOut(
  template: AnyTemplate,
  tasks: readonly HeldOutTask[],
  playerOf: (task: HeldOutTask, index: number) => Player,
): HeldOut {
  const gains: number[] = [];
  const excess: number[] = [];
  let stakes = 0;
  let impossible = 0;
  for (const [index, task] of tasks.entries()) {
    const game = task.game();
    const players = new Map<number, Player>();
    while (!game.done) {
      const observation = game.observe();
      const seat = template.seat?.(observation) ?? 0;
      let player = players.get(seat);
      if (player === undefined) players.set(seat, (player = playerOf(task, index)));
      const { reward } = game.step(player.act(observation));
      player.earned?.(reward);
    }
    const { reward } = template.verify(task.instance, game.trace.actions);
    gains.push(reward - task.random);
    excess.push(reward - task.best);
    stakes += task.best - task.random;
    if (task.isExact && reward > task.best + TOLERANCE) impossible += 1;
  }
  const n = tasks.length;
  const score = stakes <= TOLERANCE ? 0 : sum(gains) / stakes;
  let square = 0;
  for (const [i, gain] of gains.entries()) square += (gain - score * (tasks[i]!.best - tasks[i]!.random)) ** 2;
  const above = sum(excess) / n;
  const spread = excess.reduce((total, value) => total + (value - above) ** 2, 0) / Math.max(1, n - 1);
  return {
    episodes: n,
    score,
    error: stakes <= TOLERANCE ? 0 : Math.sqrt(square) / stakes,
    above,
    aboveError: Math.sqrt(spread / n),
    impossible,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
