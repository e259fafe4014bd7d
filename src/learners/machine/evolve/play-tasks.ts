import type { Actor, BitEpisode, BitStep } from '#learners/machine/hypotheses';
import type { BitFace } from '#foundation/contracts/tasks';
import type { Rng } from '#foundation/kernel';
import { Game, type Sample } from '#tasks/play';

type Face = BitFace<unknown, unknown>;

/** One game with what is recorded of it. */
interface Seat {
  readonly game: Game;
  readonly steps: BitStep[];
  observation: Uint8Array;
}

/** Tasks played to their ends through a bit face, and the games, to be scored. */
export interface PlayedTasks {
  readonly games: readonly Game[];
  readonly episodes: readonly BitEpisode[];
}

/** Lets an actor play tasks, as many at once as it has lanes. Bits that no action writes are an illegal action. */
export function playTasks(actor: Actor, face: Face, tasks: readonly Sample[]): PlayedTasks {
  const games: Game[] = [];
  const episodes: BitEpisode[] = [];
  for (let first = 0; first < tasks.length; first += actor.lanes) {
    const seats = tasks.slice(first, first + actor.lanes).map((task) => seatOf(task, face));
    actor.begin();
    while (seats.some(({ game }) => !game.done)) {
      const actions = actor.act(seats.map(({ game, observation }) => (game.done ? undefined : observation)));
      const rewards = seats.map((seat, lane) => (seat.game.done ? undefined : take(seat, actions[lane], face)));
      actor.earn?.(rewards);
    }
    for (const seat of seats) {
      games.push(seat.game);
      episodes.push(episodeOf(seat, 'learner'));
    }
  }
  return { games, episodes };
}

/** Legal actions by chance, each equally likely. */
export function playByChance(face: Face, tasks: readonly Sample[], rng: Rng): PlayedTasks {
  const games: Game[] = [];
  const episodes: BitEpisode[] = [];
  for (const task of tasks) {
    const seat = seatOf(task, face);
    while (!seat.game.done) {
      const action = task.template.randomAction(seat.game.observe(), rng, task.params);
      take(seat, face.action.encode(action), face);
    }
    games.push(seat.game);
    episodes.push(episodeOf(seat, 'chance'));
  }
  return { games, episodes };
}

function seatOf(task: Sample, face: Face): Seat {
  const game = new Game(task);
  return { game, steps: [], observation: face.observation.encode(game.observe()) };
}

function take(seat: Seat, action: Uint8Array | undefined, face: Face): number {
  const { game, steps, observation } = seat;
  const bits = action ?? new Uint8Array(face.action.width);
  const { reward, done } = game.step(action === undefined ? undefined : face.action.decode(action));
  if (done) steps.push({ observation, action: bits, reward });
  else {
    seat.observation = face.observation.encode(game.observe());
    steps.push({ observation, action: bits, reward, next: seat.observation });
  }
  return reward;
}

function episodeOf({ game, steps }: Seat, by: BitEpisode['by']): BitEpisode {
  return { by, steps, total: game.trace.total };
}
