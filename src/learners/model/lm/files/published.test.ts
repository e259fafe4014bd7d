import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createModel } from '../model.ts';
import { characterTokenizer } from '../tokens/characters.ts';
import { readGguf } from './gguf-read.ts';
import { ggufTensors } from './gguf-tensors.ts';
import { writeGguf } from './gguf.ts';
import { halfToFloat } from './half-float.ts';
import { readPublished } from './published.ts';
import { writeSafetensors } from './safetensors.ts';

const tokenizer = characterTokenizer('01+= \né');
const model = createModel(
  { vocab: tokenizer.vocab, context: 16, layers: 2, width: 32, heads: 4, keyHeads: 2, isTied: false, hidden: 40 },
  createRng('published'),
);
const config = {
  architectures: ['LlamaForCausalLM'],
  model_type: 'llama',
  hidden_act: 'silu',
  vocab_size: tokenizer.vocab,
  max_position_embeddings: 16,
  num_hidden_layers: 2,
  hidden_size: 32,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  intermediate_size: 40,
  rope_theta: 10_000,
  rms_norm_eps: 1e-5,
  tie_word_embeddings: false,
};
const weights = model.weights();
const open = writeSafetensors(
  model.parameters.map(({ name, shape, offset, size }) => ({
    name,
    shape,
    values: weights.subarray(offset, offset + size),
  })),
);

describe('open weights', () => {
  it('give the same odds as the model they were written from, with nothing of ours in the file', () => {
    const found = readPublished(JSON.stringify(config), open);
    const some = [{ tokens: [1, 5, 2, 2, 7], from: 1 }];
    expect(found.shape).toEqual(model.shape);
    expect(found.logProbs(some)).toEqual(model.logProbs(some));
  });

  it.each([
    ['another architecture', { model_type: 'qwen2' }, /model_type/],
    ['scaled positions', { rope_scaling: { type: 'linear', factor: 2 } }, /rope_scaling/],
    ['biases', { attention_bias: true }, /attention_bias/],
    ['another activation', { hidden_act: 'gelu' }, /hidden_act/],
    ['heads of another width', { head_dim: 16 }, /heads of 16/],
    ['more layers than there are', { num_hidden_layers: 3 }, /layers\.2/],
    ['more layers than it could hold', { num_hidden_layers: 2e9 }, /a model of \d+ weights in a file of/],
    ['a context that no table holds', { max_position_embeddings: 2e9 }, /a context of 2000000000 tokens/],
    ['another width of the feed-forward layer', { intermediate_size: 44 }, /44 × 32/],
  ])('are refused with %s', (_what, change, why) => {
    expect(() => readPublished(JSON.stringify({ ...config, ...change }), open)).toThrow(why);
  });

  it('are refused with a config that is no JSON', () => {
    expect(() => readPublished('{', open)).toThrow(/not JSON/);
  });

  it('come from GGUF of 16-bit floats of either kind', () => {
    for (const [type, encode] of [
      [30, (x: number) => new Uint32Array(Float32Array.of(x).buffer)[0]! >>> 16],
      [1, (x: number) => (x < 0 ? 0x8000 : 0) | 0x3c00],
    ] as const) {
      const decode = (half: number): number =>
        type === 1 ? halfToFloat(half) : new Float32Array(Uint32Array.of(half << 16).buffer)[0]!;
      const found = readGguf(inHalves(writeGguf(model, tokenizer, 'tiny'), type, encode)).weights();
      expect(found).toEqual(weights.map((x) => decode(encode(x))));
    }
  });
});

/** A GGUF file of 32-bit floats with its tensors stored in half of their room. */
function inHalves(file: Uint8Array, type: number, encode: (x: number) => number): Uint8Array {
  const bytes = Buffer.from(file);
  const tensors = ggufTensors(model.shape).map(({ name, shape, from }) => {
    const named = Buffer.concat([Buffer.from(BigUint64Array.of(BigInt(name.length)).buffer), Buffer.from(name)]);
    const at = bytes.indexOf(named) + named.length + 4 + 8 * shape.length;
    bytes.writeUInt32LE(type, at);
    const { size } = model.parameters.find((each) => each.name === from)!;
    return { offset: Number(bytes.readBigUInt64LE(at + 4)), size };
  });
  const { offset, size } = tensors.at(-1)!;
  const start = bytes.length - offset - 32 * Math.ceil((4 * size) / 32);
  for (const tensor of tensors) {
    const values = Array.from({ length: tensor.size }, (_, i) => bytes.readFloatLE(start + tensor.offset + 4 * i));
    for (const [i, x] of values.entries()) bytes.writeUInt16LE(encode(x), start + tensor.offset + 2 * i);
  }
  return new Uint8Array(bytes);
}
