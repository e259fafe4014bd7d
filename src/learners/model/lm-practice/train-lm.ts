import type { Progress } from '#foundation/contracts/ports';
import { createRng, Fault } from '#foundation/kernel';
import { createModel, type Model, type Sequence, type ShardPool, Trainer } from '#learners/model/lm';
import { supervised } from '#learners/model/lm/losses';
import { bytePairTokenizer, type Tokenizer, trainBytePairs } from '#learners/model/lm/tokens';
import { mean } from '#foundation/statistics';

/** What a model learns from. */
export interface Lessons {
  /** What byte pairs are counted in. */
  readonly texts: readonly string[];
  /** The same as sequences of tokens. */
  sequences(tokenizer: Tokenizer, context: number): Sequence[];
}

/** How a model is trained. */
interface LmSettings {
  readonly seed: number;
  readonly steps: number;
  readonly batchSize: number;
  readonly rate: number;
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  /** Most tokens of an example; longer ones are left out, and counted. */
  readonly context: number;
  /** Pairs of tokens that are merged into one, beyond single bytes. */
  readonly merges: number;
}

export interface TrainedLm {
  readonly model: Model;
  readonly tokenizer: Tokenizer;
  readonly losses: readonly { readonly step: number; readonly loss: number }[];
  readonly examples: number;
  readonly tooLong: number;
  readonly tokens: number;
}

/** Points of the loss curve that are kept. */
const POINTS = 50;

/** Trains a model from random weights; the rate rises for the first twentieth and falls to a tenth along a cosine. */
export async function trainLm(
  lessons: Lessons,
  settings: LmSettings,
  options: { readonly pool?: ShardPool; readonly progress?: Progress } = {},
): Promise<TrainedLm> {
  const { seed, steps, batchSize, layers, width, heads, context } = settings;
  const rng = createRng(`lm/${seed}`);
  const tokenizer = bytePairTokenizer(trainBytePairs(lessons.texts, settings.merges));
  const all = lessons.sequences(tokenizer, context);
  const fitting = all.filter(({ tokens }) => tokens.length <= context + 1);
  if (fitting.length === 0) {
    const longest = Math.max(0, ...all.map(({ tokens }) => tokens.length));
    throw new Fault('lm/bad-sequence', `no example fits a context of ${context}; they have up to ${longest} tokens`);
  }
  const model = createModel({ vocab: tokenizer.vocab, context, layers, width, heads }, rng.fork('weights'));
  const trainer = new Trainer(model, { rate: settings.rate });
  const losses: { step: number; loss: number }[] = [];
  const recent: number[] = [];
  let tokens = 0;
  for (let step = 1; step <= steps; step += 1) {
    const objective = supervised(Array.from({ length: batchSize }, () => rng.pick(fitting)));
    const rate = settings.rate * rateAt(step, steps);
    const done =
      options.pool === undefined
        ? trainer.train(objective, rate)
        : await trainer.trainWith(options.pool, objective, rate);
    tokens += done.tokens;
    recent.push(done.loss);
    if (step % Math.max(1, Math.floor(steps / POINTS)) === 0 || step === steps) {
      losses.push({ step, loss: mean(recent.splice(0)) });
      options.progress?.(step, steps, `loss ${losses.at(-1)!.loss.toFixed(3)}`);
    }
  }
  return { model, tokenizer, losses, examples: fitting.length, tooLong: all.length - fitting.length, tokens };
}

function rateAt(step: number, steps: number): number {
  const warm = Math.max(1, steps / 20);
  if (step < warm) return step / warm;
  const along = (step - warm) / Math.max(1, steps - warm);
  return 0.1 + 0.45 * (1 + Math.cos(Math.PI * along));
}
