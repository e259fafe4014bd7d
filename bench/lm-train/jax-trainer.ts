import type { Array as JaxArray } from '@jax-js/jax';
import type { Model, Sequence, TrainerOptions } from '#learners/model/lm';
import { createJaxLoss, type Jax, type JaxBatch, type JaxWeights } from './jax-model.ts';

/** The peer at work: one AdamW step per call, on equally long sequences of which all but the first token are targets. */
export interface JaxTrainer {
  train(sequences: readonly Sequence[]): Promise<number>;
  /** Loss and gradient, by tensor, without a step. */
  gradientOf(sequences: readonly Sequence[]): Promise<{ loss: number; gradient: Record<string, Float32Array> }>;
}

/** Weights, and both moments of each. */
type State = {
  readonly weights: JaxWeights;
  readonly means: JaxWeights;
  readonly squares: JaxWeights;
};

/** The library on its WebAssembly backend. Where it is not installed this throws. */
export async function loadJax(): Promise<Jax> {
  const jax = await import('@jax-js/jax');
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  return jax;
}

/** Trains from a model's own weights with the options of its trainer; one compiled function does the whole step. */
export function createJaxTrainer(jax: Jax, model: Model, options: TrainerOptions, length: number): JaxTrainer {
  const { numpy: np } = jax;
  const all = model.weights();
  const tensors = (values: Float32Array): JaxWeights =>
    Object.fromEntries(
      model.parameters.map(({ name, shape, offset, size }) => [
        name,
        np.array(values.slice(offset, offset + size)).reshape([...shape]),
      ]),
    );
  const zeros = (): JaxWeights => tensors(new Float32Array(all.length));
  let state: State = { weights: tensors(all), means: zeros(), squares: zeros() };
  const lossAndGradient = jax.valueAndGrad(createJaxLoss(jax, model.shape, length));
  const step = jax.jit((before: State, batch: JaxBatch, corrections: JaxArray[]) => {
    const [loss, gradient] = lossAndGradient(jax.tree.ref(before.weights), batch);
    return { loss, after: adamw(jax, before, gradient, { options, corrections }) };
  });
  const batchOf = (sequences: readonly Sequence[]): JaxBatch => {
    const part = (from: number): JaxArray =>
      np
        .array(Int32Array.from(sequences.flatMap(({ tokens }) => tokens.slice(from, from + length))), {
          dtype: np.int32,
        })
        .reshape([sequences.length, length]);
    return { tokens: part(0), targets: part(1) };
  };
  let steps = 0;
  return {
    async train(sequences) {
      steps += 1;
      const corrections = [options.beta1, options.beta2].map((beta) => np.array(1 / (1 - beta ** steps)));
      const { loss, after } = step(state, batchOf(sequences), corrections);
      state = after;
      return Number(await loss.jsAsync());
    },
    async gradientOf(sequences) {
      const [loss, gradient] = lossAndGradient(jax.tree.ref(state.weights), batchOf(sequences));
      const read: Record<string, Float32Array> = {};
      for (const [name, tensor] of Object.entries(gradient)) read[name] = Float32Array.from(await tensor.data());
      return { loss: Number(await loss.jsAsync()), gradient: read };
    },
  };
}

/** The step of `#learners/model/lm`'s kernel, tensor by tensor, after the gradient is shortened as a whole. */
function adamw(
  jax: Jax,
  { weights, means, squares }: State,
  gradient: JaxWeights,
  { options, corrections }: { readonly options: TrainerOptions; readonly corrections: readonly JaxArray[] },
): State {
  const { numpy: np } = jax;
  const { rate, beta1, beta2, epsilon, decay, clip } = options;
  const names = Object.keys(weights);
  const total = names.map((name) => np.sum(gradient[name]!.ref.mul(gradient[name]!.ref))).reduce((a, b) => a.add(b));
  const shorten = np.minimum(np.array(clip).div(np.sqrt(total)), 1);
  const after: State = { weights: {}, means: {}, squares: {} };
  for (const name of names) {
    const g = gradient[name]!.mul(shorten.ref);
    const mean = means[name]!.mul(beta1).add(g.ref.mul(1 - beta1));
    const square = squares[name]!.mul(beta2).add(g.ref.mul(g).mul(1 - beta2));
    const size = np.sqrt(square.ref.mul(corrections[1]!.ref)).add(epsilon);
    const way = mean.ref.mul(corrections[0]!.ref).div(size);
    const weight = weights[name]!;
    const pull = weight.shape.length > 1 ? decay : 0;
    after.weights[name] = weight.ref.sub(way.add(weight.mul(pull)).mul(rate));
    after.means[name] = mean;
    after.squares[name] = square;
  }
  return after;
}
