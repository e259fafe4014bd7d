import type { AnyTemplate, BitFace } from '#foundation/contracts/tasks';
import { createRng, type Rng } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { drawAt, Game, scoreGame } from '#tasks/play';
import { settingOf, type Split } from '#tasks/settings';

/** Action values per observation: the key is the observation's bits as text. */
type ValueTable = Map<string, number[]>;

export interface TableKnobs {
  readonly episodes: number;
  readonly heldOut: number;
  readonly seed: number;
}

/** Share of random actions while practising, step size, and weight of the next step's value. */
const EXPLORATION = 0.2;
const RATE = 0.5;
const DISCOUNT = 0.95;
/** Wider actions than this are not enumerable for a table. */
const MAX_ACTION_BITS = 8;

/**
 * The plain baseline: Q-learning over whole observations, scored through the same games as the machine. Undefined where an action is too wide
 * for a table.
 *
 *     Q(s, a) ← Q(s, a) + η · (r + γ · max_b Q(s′, b) − Q(s, a))
 *
 * @source Watkins & Dayan 1992, Q-learning
 */
export function scoreTableLearner(template: AnyTemplate, level: number, knobs: TableKnobs): number | undefined {
  const setting = settingOf(template, level);
  const face = template.bits(setting.params);
  if (face.action.width > MAX_ACTION_BITS) return undefined;
  const table: ValueTable = new Map();
  const game = (split: Split, index: number): Game =>
    new Game(drawAt(template, setting, { seed: knobs.seed, split, index }));
  for (let i = 0; i < knobs.episodes; i += 1) {
    play(game('train', i), face, {
      table,
      isLearning: true,
      rng: createRng(`table/learn/${template.name}/${level}/${knobs.seed}/${i}`),
    });
  }
  const scores = Array.from({ length: knobs.heldOut }, (_, i) => {
    const played = game('test', i);
    const rng = createRng(`table/play/${template.name}/${level}/${knobs.seed}/${i}`);
    play(played, face, { table, isLearning: false, rng });
    return scoreGame(played).normalised ?? 1;
  });
  return mean(scores);
}

interface Player {
  readonly table: ValueTable;
  readonly rng: Rng;
  readonly isLearning: boolean;
}

/** Plays one game to its end; learns from every step unless it only plays as well as it can. Unseen observations get a random action. */
function play(game: Game, face: BitFace<unknown, unknown>, { table, rng, isLearning }: Player): void {
  const actions = 2 ** face.action.width;
  const bitsOf = (action: number): Uint8Array =>
    Uint8Array.from({ length: face.action.width }, (_, i) => (action >> i) & 1);
  const look = (): string => face.observation.encode(game.observe()).join('');
  let key = look();
  while (!game.done) {
    const known = table.get(key);
    const isRandom = known === undefined || (isLearning && rng.chance(EXPLORATION));
    const action = isRandom ? rng.below(actions) : known.indexOf(Math.max(...known));
    const { reward, done } = game.step(face.action.decode(bitsOf(action)));
    const next = done ? '' : look();
    if (isLearning) {
      const values = known ?? new Array<number>(actions).fill(0);
      const ahead = done ? 0 : Math.max(...(table.get(next) ?? [0]));
      values[action]! += RATE * (reward + DISCOUNT * ahead - values[action]!);
      table.set(key, values);
    }
    key = next;
  }
}
