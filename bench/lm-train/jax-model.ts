import type { Array as JaxArray, numpy } from '@jax-js/jax';
import type { ModelShape } from '#learners/model/lm';

/** The parts of the peer that the model is written with. */
export type Jax = typeof import('@jax-js/jax');

/** One tensor of weights by the name that published weights have. */
export type JaxWeights = Record<string, JaxArray>;

/** Tokens of a batch of equally long sequences, and the token after each. */
export interface JaxBatch {
  readonly tokens: numpy.Array;
  readonly targets: numpy.Array;
}

/**
 * The same transformer as `#learners/model/lm`, written for @jax-js/jax in its own idiom: mean −log P of the targets. Arrays are counted by hand there: every use
 * but the last takes a `ref`.
 */
export function createJaxLoss(
  jax: Jax,
  shape: ModelShape,
  length: number,
): (weights: JaxWeights, batch: JaxBatch) => JaxArray {
  const { numpy: np, nn } = jax;
  const head = shape.width / shape.heads;
  const [cosines, sines] = rotary(shape, length).map((table) => np.array(table).reshape([1, length, 1, head / 2]));
  // Its own attention needs iterator helpers, which Node 20 does not have; a causal mask is added instead.
  const hidden = np
    .array(Float32Array.from({ length: length ** 2 }, (_, i) => (i % length > i / length ? -1e9 : 0)))
    .reshape([length, length]);

  const norm = (x: JaxArray, gain: JaxArray): JaxArray => {
    const mean = np.mean(x.ref.mul(x.ref), -1, { keepdims: true });
    return x.div(np.sqrt(mean.add(shape.epsilon))).mul(gain);
  };
  const turn = (x: JaxArray): JaxArray => {
    const [first, second] = np.split(x, 2, -1);
    const low = first!.ref.mul(cosines!.ref).sub(second!.ref.mul(sines!.ref));
    const high = second!.mul(cosines!.ref).add(first!.mul(sines!.ref));
    return np.concatenate([low, high], -1);
  };
  const layer = (x: JaxArray, weight: (name: string) => JaxArray, batch: number): JaxArray => {
    const normal = norm(x.ref, weight('input_layernorm'));
    const part = (name: string): JaxArray =>
      np.matmul(normal.ref, weight(`self_attn.${name}_proj`).transpose()).reshape([batch, length, shape.heads, head]);
    const byHead = (x: JaxArray): JaxArray => x.transpose([0, 2, 1, 3]);
    const keys = turn(part('k')).transpose([0, 2, 3, 1]);
    const scores = np.matmul(byHead(turn(part('q'))), keys).mul(1 / Math.sqrt(head));
    const shares = nn.softmax(scores.add(hidden.ref), -1);
    const attended = byHead(np.matmul(shares, byHead(part('v')))).reshape([batch * length, shape.width]);
    normal.dispose();
    const middle = x.add(np.matmul(attended, weight('self_attn.o_proj').transpose()));
    const feed = norm(middle.ref, weight('post_attention_layernorm'));
    const gate = np.matmul(feed.ref, weight('mlp.gate_proj').transpose());
    const up = np.matmul(feed, weight('mlp.up_proj').transpose());
    return middle.add(np.matmul(nn.silu(gate).mul(up), weight('mlp.down_proj').transpose()));
  };
  return (weights, { tokens, targets }) => {
    const weight = (name: string): JaxArray => weights[`${name}.weight`]!.ref;
    const batch = tokens.shape[0]!;
    let x = np.take(weight('model.embed_tokens'), tokens.reshape([batch * length]), 0);
    for (let l = 0; l < shape.layers; l += 1) x = layer(x, (name) => weight(`model.layers.${l}.${name}`), batch);
    const last = norm(x, weight('model.norm'));
    const output = weight(shape.isTied ? 'model.embed_tokens' : 'lm_head');
    const logProbs = nn.logSoftmax(np.matmul(last, output.transpose()), -1);
    const chosen = nn.oneHot(targets.reshape([batch * length]), shape.vocab);
    return np.sum(logProbs.mul(chosen)).mul(-1 / (batch * length));
  };
}

/** Cosines and sines per position and pair, as rows. */
function rotary(shape: ModelShape, length: number): [Float32Array, Float32Array] {
  const half = shape.width / shape.heads / 2;
  const angle = (i: number): number => Math.floor(i / half) * shape.rotaryBase ** (-(i % half) / half);
  const size = { length: length * half };
  return [Float32Array.from(size, (_, i) => Math.cos(angle(i))), Float32Array.from(size, (_, i) => Math.sin(angle(i)))];
}
