import { Fault } from '#foundation/kernel';
import type { LossValue, Objective } from './objective.ts';
import type { Model } from './model.ts';
import { checkSequences } from './sequence.ts';
import { bySequence, cutShards, ShardRun } from './shards.ts';
import type { ShardPool } from './shard-pool.ts';

/** Knobs of AdamW. */
export interface TrainerOptions {
  readonly rate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Pull of matrices towards 0 per step, times the rate; gains are left alone. */
  readonly decay: number;
  /** Gradients longer than this are shortened to it. */
  readonly clip: number;
  /** Parts that a batch is cut into; the result depends on it, and not on how many threads there are. */
  readonly shards: number;
}

const trainerDefaults: TrainerOptions = {
  rate: 1e-3,
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-8,
  decay: 0.01,
  clip: 1,
  shards: 2,
};

/** What one step did. */
export interface StepReport {
  readonly step: number;
  readonly loss: number;
  /** Length of the gradient before it was shortened. */
  readonly gradientNorm: number;
  readonly tokens: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/** Trains a model in place with AdamW. */
export class Trainer {
  readonly model: Model;
  readonly options: TrainerOptions;
  private steps = 0;
  private readonly gradient: number;
  private readonly part: number;
  private readonly means: number;
  private readonly squares: number;

  constructor(model: Model, options: Partial<TrainerOptions> = {}) {
    this.model = model;
    this.options = { ...trainerDefaults, ...options };
    checkOptions(this.options);
    const { space, table } = model.transformer;
    const room = (): number => {
      const at = space.keep(table.size);
      space.clear(at, table.size);
      return at;
    };
    this.gradient = room();
    this.part = room();
    this.means = room();
    this.squares = room();
  }

  /** Steps taken so far. */
  get step(): number {
    return this.steps;
  }

  /** One step down the slope of an objective; `rate` replaces the trainer's. */
  train(objective: Objective, rate = this.options.rate): StepReport {
    const { loss, norm } = this.findGradient(objective);
    return this.apply(objective, loss, norm, rate);
  }

  /** As `train`, the shards after the first on other threads. The weights come out the same to the bit. */
  async trainWith(pool: ShardPool, objective: Objective, rate = this.options.rate): Promise<StepReport> {
    const { loss, norm } = await this.findGradientWith(pool, objective);
    return this.apply(objective, loss, norm, rate);
  }

  /** The gradient of an objective and its loss; no weight changes. */
  gradientOf(objective: Objective): { readonly loss: LossValue; readonly gradient: Float32Array } {
    const { loss } = this.findGradient(objective);
    const { space, table } = this.model.transformer;
    return { loss, gradient: space.floats.slice(this.gradient / 4, this.gradient / 4 + table.size) };
  }

  private findGradient(objective: Objective): { loss: LossValue; norm: number } {
    checkSequences(objective.sequences, this.model.shape);
    const { transformer } = this.model;
    const { space, table } = transformer;
    space.release();
    const shards = cutShards(objective.sequences, this.options.shards);
    const runs = shards.map((shard) => new ShardRun(transformer, shard));
    const logProbs = shards.flatMap((shard, i) => bySequence(shard, runs[i]!.logProbs));
    const loss = objective.loss(logProbs);
    const slopes = slopesOf(loss, shards);
    for (const [i, run] of runs.entries()) {
      run.backward(slopes[i]!, i === 0 ? this.gradient : this.part);
      if (i > 0) space.kernels.add(table.size, this.gradient, this.part);
    }
    space.release();
    return { loss, norm: this.norm() };
  }

  private async findGradientWith(pool: ShardPool, objective: Objective): Promise<{ loss: LossValue; norm: number }> {
    checkSequences(objective.sequences, this.model.shape);
    const { transformer } = this.model;
    const { space, table } = transformer;
    space.release();
    const shards = cutShards(objective.sequences, this.options.shards);
    const [own, ...others] = shards;
    if (own === undefined) throw new Fault('lm/bad-sequence', 'there are no sequences');
    const pending = pool.forward(this.model.shape, transformer.view, others);
    const run = new ShardRun(transformer, own);
    const flat = [run.logProbs, ...(await pending)];
    const loss = objective.loss(shards.flatMap((shard, i) => bySequence(shard, flat[i]!)));
    const [ownSlopes, ...otherSlopes] = slopesOf(loss, shards);
    const gradients = pool.backward(otherSlopes);
    run.backward(ownSlopes!, this.gradient);
    for (const gradient of await gradients) {
      space.floats.set(gradient, this.part / 4);
      space.kernels.add(table.size, this.gradient, this.part);
    }
    space.release();
    return { loss, norm: this.norm() };
  }

  private norm(): number {
    const { space, table } = this.model.transformer;
    return Math.sqrt(space.kernels.sumSquares(table.size, this.gradient));
  }

  private apply(objective: Objective, loss: LossValue, norm: number, rate: number): StepReport {
    const { beta1, beta2, epsilon, decay, clip } = this.options;
    if (!Number.isFinite(norm)) {
      throw new Fault('lm/diverged', `the gradient of step ${this.steps + 1} is not finite; loss ${loss.value}`);
    }
    this.steps += 1;
    const { space, table, weights } = this.model.transformer;
    const correction1 = 1 / (1 - beta1 ** this.steps);
    const correction2 = 1 / (1 - beta2 ** this.steps);
    const shorten = norm > clip ? clip / norm : 1;
    for (const { shape, offset, size } of table.list) {
      const [w, g, m, v] = [weights, this.gradient, this.means, this.squares].map((at) => at + 4 * offset);
      const pull = shape.length > 1 ? decay : 0;
      space.kernels.adamw(size, w!, g!, m!, v!, rate, pull, beta1, beta2, correction1, correction2, epsilon, shorten);
    }
    return {
      step: this.steps,
      loss: loss.value,
      gradientNorm: norm,
      tokens: objective.sequences.reduce((total, { tokens }) => total + tokens.length - 1, 0),
      metrics: loss.metrics ?? {},
    };
  }

  /** What a resumed trainer needs besides the weights. */
  state(): TrainerState {
    const { space, table } = this.model.transformer;
    const copy = (at: number): Float32Array => space.floats.slice(at / 4, at / 4 + table.size);
    return { step: this.steps, means: copy(this.means), squares: copy(this.squares) };
  }

  restore(state: TrainerState): void {
    const { space, table } = this.model.transformer;
    if (state.means.length !== table.size || state.squares.length !== table.size) {
      throw new Fault('lm/bad-checkpoint', `moments of ${state.means.length} weights for a model of ${table.size}`);
    }
    this.steps = state.step;
    space.floats.set(state.means, this.means / 4);
    space.floats.set(state.squares, this.squares / 4);
  }
}

/** The optimiser's memory. */
export interface TrainerState {
  readonly step: number;
  readonly means: Float32Array;
  readonly squares: Float32Array;
}

/** The slopes of a loss, joined per shard. */
function slopesOf(loss: LossValue, shards: readonly (readonly unknown[])[]): Float32Array[] {
  let done = 0;
  return shards.map((shard) => {
    const parts = loss.slopes.slice(done, done + shard.length);
    done += shard.length;
    return Float32Array.from(parts.flatMap((part) => [...part]));
  });
}

function checkOptions({ rate, beta1, beta2, epsilon, decay, clip, shards }: TrainerOptions): void {
  const isShare = (x: number): boolean => x >= 0 && x < 1;
  const checks: readonly (readonly [string, number, boolean])[] = [
    ['rate', rate, rate >= 0],
    ['beta1', beta1, isShare(beta1)],
    ['beta2', beta2, isShare(beta2)],
    ['epsilon', epsilon, epsilon > 0],
    ['decay', decay, decay >= 0],
    ['clip', clip, clip > 0],
    ['shards', shards, Number.isInteger(shards) && shards >= 1],
  ];
  for (const [name, value, isGood] of checks) {
    if (!isGood || value === Infinity) throw new Fault('lm/bad-option', `${name} cannot be ${value}`);
  }
}
