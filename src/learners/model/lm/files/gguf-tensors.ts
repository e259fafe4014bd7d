import { headWidth, type ModelShape } from '../shape.ts';

/** A tensor under its name in GGUF and under the published one; `heads` is 0 but where rows are turned by position. */
export interface GgufTensor {
  readonly name: string;
  readonly from: string;
  readonly shape: readonly number[];
  readonly heads: number;
}

/** @source ggml: gguf-py, tensor names of the llama architecture */
export function ggufTensors(shape: ModelShape): GgufTensor[] {
  const { width, hidden, vocab, heads, keyHeads } = shape;
  const keys = keyHeads * headWidth(shape);
  const layer = (l: number): GgufTensor[] =>
    (
      [
        ['attn_norm', 'input_layernorm', [width], 0],
        ['attn_q', 'self_attn.q_proj', [width, width], heads],
        ['attn_k', 'self_attn.k_proj', [keys, width], keyHeads],
        ['attn_v', 'self_attn.v_proj', [keys, width], 0],
        ['attn_output', 'self_attn.o_proj', [width, width], 0],
        ['ffn_norm', 'post_attention_layernorm', [width], 0],
        ['ffn_gate', 'mlp.gate_proj', [hidden, width], 0],
        ['ffn_up', 'mlp.up_proj', [hidden, width], 0],
        ['ffn_down', 'mlp.down_proj', [width, hidden], 0],
      ] as const
    ).map(([name, from, dimensions, turned]) => ({
      name: `blk.${l}.${name}.weight`,
      from: `model.layers.${l}.${from}.weight`,
      shape: dimensions,
      heads: turned,
    }));
  return [
    { name: 'token_embd.weight', from: 'model.embed_tokens.weight', shape: [vocab, width], heads: 0 },
    ...Array.from({ length: shape.layers }, (_, l) => layer(l)).flat(),
    { name: 'output_norm.weight', from: 'model.norm.weight', shape: [width], heads: 0 },
    ...(shape.isTied ? [] : [{ name: 'output.weight', from: 'lm_head.weight', shape: [vocab, width], heads: 0 }]),
  ];
}

/**
 * Rows of queries and keys in the other layout: published weights turn row i of a head with row i + h, h half its width; llama.cpp turns
 * neighbours.
 *
 *     pairs[2 i + s] = halves[i + s · h]
 */
export function reorderRows(
  values: Float32Array,
  { shape, heads }: Pick<GgufTensor, 'shape' | 'heads'>,
  to: 'to pairs' | 'to halves',
): Float32Array {
  const [rows, columns] = [shape[0]!, shape[1]!];
  const wide = rows / heads;
  const out = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    const [head, at] = [Math.floor(row / wide) * wide, row % wide];
    const paired = head + 2 * (at % (wide / 2)) + Math.floor(at / (wide / 2));
    const [source, target] = to === 'to pairs' ? [row, paired] : [paired, row];
    out.set(values.subarray(source * columns, (source + 1) * columns), target * columns);
  }
  return out;
}
