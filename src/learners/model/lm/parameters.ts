import { headWidth, type ModelShape } from './shape.ts';

/** One tensor of weights: where it begins among all weights, in floats, and its shape, rows first. */
export interface Parameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly size: number;
}

/** Where the tensors of one layer begin, in floats. Queries, keys and values lie side by side, and so do gate and up. */
export interface LayerOffsets {
  readonly attentionNorm: number;
  readonly queriesKeysValues: number;
  readonly attentionOut: number;
  readonly feedNorm: number;
  readonly gateUp: number;
  readonly down: number;
}

/** All tensors of a shape in order, and their places. */
export interface ParameterTable {
  readonly list: readonly Parameter[];
  readonly size: number;
  readonly embedding: number;
  readonly layers: readonly LayerOffsets[];
  readonly norm: number;
  readonly head: number;
}

/**
 * The tensors under the names that published weights have, so a checkpoint can go either way without a table of renaming.
 *
 * @source Hugging Face transformers: modeling_llama
 */
export function parameterTable(shape: ModelShape): ParameterTable {
  const list: Parameter[] = [];
  let size = 0;
  const put = (name: string, ...dimensions: number[]): number => {
    const offset = size;
    size += dimensions.reduce((product, n) => product * n, 1);
    list.push({ name, shape: dimensions, offset, size: size - offset });
    return offset;
  };
  const keyWidth = shape.keyHeads * headWidth(shape);
  const embedding = put('model.embed_tokens.weight', shape.vocab, shape.width);
  const layers = Array.from({ length: shape.layers }, (_, l): LayerOffsets => {
    const layer = (name: string, ...dimensions: number[]): number =>
      put(`model.layers.${l}.${name}.weight`, ...dimensions);
    const attentionNorm = layer('input_layernorm', shape.width);
    const queriesKeysValues = layer('self_attn.q_proj', shape.width, shape.width);
    layer('self_attn.k_proj', keyWidth, shape.width);
    layer('self_attn.v_proj', keyWidth, shape.width);
    const attentionOut = layer('self_attn.o_proj', shape.width, shape.width);
    const feedNorm = layer('post_attention_layernorm', shape.width);
    const gateUp = layer('mlp.gate_proj', shape.hidden, shape.width);
    layer('mlp.up_proj', shape.hidden, shape.width);
    const down = layer('mlp.down_proj', shape.width, shape.hidden);
    return { attentionNorm, queriesKeysValues, attentionOut, feedNorm, gateUp, down };
  });
  const norm = put('model.norm.weight', shape.width);
  const head = shape.isTied ? embedding : put('lm_head.weight', shape.vocab, shape.width);
  return { list, size, embedding, layers, norm, head };
}
