import { Fault, type Rng } from '#foundation/kernel';
import { runHead } from './head.ts';
import type { Parameter } from './parameters.ts';
import { checkSequences, type Sequence } from './sequence.ts';
import { bySequence } from './shards.ts';
import { completeShape, type ModelShape, type ShapeRequest } from './shape.ts';
import { Transformer } from './transformer.ts';

/** Most tokens that are scored together; more go in turns, so that memory stays small. */
const rowsAtOnce = 2048;

/** A language model: a shape and its weights. Only a `Trainer` or `setWeights` changes them. */
export class Model {
  readonly shape: ModelShape;
  readonly transformer: Transformer;

  constructor(shape: ModelShape) {
    this.shape = shape;
    this.transformer = new Transformer(shape);
  }

  /** Number of weights. */
  get size(): number {
    return this.transformer.table.size;
  }

  /** The tensors by name, and their places among the weights. */
  get parameters(): readonly Parameter[] {
    return this.transformer.table.list;
  }

  /** A copy of all weights, in the order of `parameters`. */
  weights(): Float32Array {
    return this.transformer.view.slice();
  }

  setWeights(weights: Float32Array): void {
    if (weights.length !== this.size) {
      throw new Fault('lm/bad-checkpoint', `${weights.length} weights for a model of ${this.size}`);
    }
    this.transformer.view.set(weights);
  }

  /** Another model with the same weights, such as a frozen reference. */
  clone(): Model {
    const copy = new Model(this.shape);
    copy.transformer.view.set(this.transformer.view);
    return copy;
  }

  /** log P(token | those before) of each sequence's targets. */
  logProbs(sequences: readonly Sequence[]): Float64Array[] {
    checkSequences(sequences, this.shape);
    const { space } = this.transformer;
    const parts: Float64Array[] = [];
    for (const some of inTurns(sequences)) {
      space.release();
      const { logProbs } = runHead(this.transformer, this.transformer.forward(some, false));
      parts.push(...bySequence(some, logProbs));
    }
    space.release();
    return parts;
  }
}

/** Runs of sequences of at most `rowsAtOnce` tokens, or one. */
function* inTurns(sequences: readonly Sequence[]): Generator<readonly Sequence[]> {
  let turn: Sequence[] = [];
  let rows = 0;
  for (const sequence of sequences) {
    if (turn.length > 0 && rows + sequence.tokens.length > rowsAtOnce) {
      yield turn;
      turn = [];
      rows = 0;
    }
    turn.push(sequence);
    rows += sequence.tokens.length;
  }
  yield turn;
}

/**
 * A model with random weights: normal with deviation 0.02, those that write into the residual stream divided by √(2 · layers); gains are 1.
 *
 * @source Radford et al. 2019, GPT-2 §2.3
 */
export function createModel(request: ShapeRequest, rng: Rng): Model {
  const model = new Model(completeShape(request));
  const { view, table } = model.transformer;
  for (const { name, shape, offset, size } of table.list) {
    if (shape.length === 1) {
      view.fill(1, offset, offset + size);
      continue;
    }
    const draw = rng.fork(name);
    const isExit = name.endsWith('o_proj.weight') || name.endsWith('down_proj.weight');
    const deviation = isExit ? 0.02 / Math.sqrt(2 * model.shape.layers) : 0.02;
    for (let i = 0; i < size; i += 1) view[offset + i] = deviation * draw.normal();
  }
  return model;
}
