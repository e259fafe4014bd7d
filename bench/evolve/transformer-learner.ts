import type { AnyTemplate, BitFace } from '#foundation/contracts/tasks';
import { createRng, type Rng } from '#foundation/kernel';
import { createModel, type Model, sample, Trainer } from '#learners/model/lm';
import { reinforce } from '#learners/model/lm/losses';
import { mean } from '#foundation/statistics';
import { drawAt, Game, scoreGame } from '#tasks/play';
import { settingOf } from '#tasks/settings';

export interface TransformerKnobs {
  /** Episodes of practice after which it is scored, rising. */
  readonly looks: readonly number[];
  readonly heldOut: number;
  readonly seed: number;
}

export interface TransformerLooks {
  readonly looks: readonly { readonly episodes: number; readonly score: number }[];
  readonly weights: number;
}

/** Some 27,000 weights. */
const SHAPE = { vocab: 4, layers: 2, width: 32, heads: 4 } as const;
const RATE = 1e-3;
/** Tasks at once, and samples of each: those of one task are one another's baseline. */
const TASKS = 8;
const SAMPLES = 4;
const BEGIN = 2;
/** Longer observations take too long to read bit by bit. */
const WIDEST = 160;

/**
 * A small transformer that reads the bits of an observation and writes the bits of an action, by policy gradient on the rewards alone.
 * Undefined where the face is too wide.
 *
 *     ∇ Σ (R − mean R of the other samples of the task) · log P(action bits)
 *
 * @source Williams 1992; Kool, van Hoof & Welling 2019, leave-one-out
 */
export function scoreTransformer(
  template: AnyTemplate,
  level: number,
  { looks, heldOut, seed }: TransformerKnobs,
): TransformerLooks | undefined {
  const setting = settingOf(template, level);
  const face = template.bits(setting.params);
  if (face.observation.width + face.action.width > WIDEST) return undefined;
  const rng = createRng(`transformer/${template.name}/${level}/${seed}`);
  const context = 4 * Math.ceil((2 + face.observation.width + face.action.width) / 4);
  const model = createModel({ ...SHAPE, context }, rng.fork('weights'));
  const trainer = new Trainer(model, { rate: RATE });
  const draw = (split: 'train' | 'test', index: number): Game =>
    new Game(drawAt(template, setting, { seed, split, index }));
  const scores: { episodes: number; score: number }[] = [];
  let [episodes, tasks] = [0, 0];
  for (const look of looks) {
    for (; episodes < look; episodes += TASKS * SAMPLES) {
      const indices = Array.from({ length: TASKS * SAMPLES }, (_, i) => tasks + Math.floor(i / SAMPLES));
      tasks += TASKS;
      const games = indices.map((index) => draw('train', index));
      const played = play(games, { model, face, rng: rng.fork(`play/${episodes}`), temperature: 1 });
      const samples = played.flatMap(({ steps, total }, i) =>
        steps.map((tokens, step) => ({
          tokens,
          from: 1 + face.observation.width,
          reward: total,
          group: `${indices[i]}/${step}`,
        })),
      );
      trainer.train(reinforce(samples));
    }
    const games = Array.from({ length: heldOut }, (_, index) => draw('test', index));
    play(games, { model, face, rng: rng.fork(`test/${look}`), temperature: 0 });
    scores.push({ episodes, score: mean(games.map((game) => scoreGame(game).normalised ?? 1)) });
  }
  return { looks: scores, weights: model.parameters.reduce((sum, { size }) => sum + size, 0) };
}

interface Played {
  /** Tokens of each step: the beginning, the observation, the action. */
  readonly steps: readonly (readonly number[])[];
  readonly total: number;
}

interface Player {
  readonly model: Model;
  readonly face: BitFace<unknown, unknown>;
  readonly rng: Rng;
  readonly temperature: number;
}

/** Plays games side by side to their ends. */
function play(games: readonly Game[], { model, face, rng, temperature }: Player): Played[] {
  const steps: (readonly number[])[][] = games.map(() => []);
  const totals = games.map(() => 0);
  for (let round = 0; games.some((game) => !game.done); round += 1) {
    const open = games.flatMap((game, i) => (game.done ? [] : [i]));
    const prompts = open.map((i) => [BEGIN, ...face.observation.encode(games[i]!.observe())]);
    const options = { maxTokens: face.action.width, temperature };
    const answers = sample(model, prompts, options, rng.fork(round));
    for (const [at, i] of open.entries()) {
      const { tokens } = answers[at]!;
      steps[i]!.push([...prompts[at]!, ...tokens]);
      const bits = Uint8Array.from(tokens, (token) => token & 1);
      totals[i]! += games[i]!.step(face.action.decode(bits)).reward;
    }
  }
  return games.map((_, i) => ({ steps: steps[i]!, total: totals[i]! }));
}
