import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import type { Model } from '../model.ts';
import { completeShape } from '../shape.ts';
import { modelOf } from './checkpoint.ts';
import { readSafetensors } from './safetensors.ts';

/** What of a published config.json decides the arithmetic; everything that would change it must be off. */
const Config = z.looseObject({
  model_type: z.literal('llama'),
  hidden_act: z.literal('silu').default('silu'),
  vocab_size: z.int(),
  max_position_embeddings: z.int(),
  num_hidden_layers: z.int(),
  hidden_size: z.int(),
  num_attention_heads: z.int(),
  num_key_value_heads: z.int().nullish(),
  head_dim: z.int().nullish(),
  intermediate_size: z.int(),
  rope_theta: z.number().default(10_000),
  rope_scaling: z.null().optional(),
  rms_norm_eps: z.number(),
  tie_word_embeddings: z.boolean().default(false),
  attention_bias: z.literal(false).default(false),
  mlp_bias: z.literal(false).default(false),
});

/**
 * The model of open weights: a config.json and its safetensors file, of 32 or 16 bits. What this transformer does not compute, such as biases
 * and scaled positions, is refused.
 *
 * @source Hugging Face transformers: LlamaConfig
 */
export function readPublished(config: string, weights: Uint8Array): Model {
  const found = parse(config);
  const shape = completeShape({
    vocab: found.vocab_size,
    context: found.max_position_embeddings,
    layers: found.num_hidden_layers,
    width: found.hidden_size,
    heads: found.num_attention_heads,
    keyHeads: found.num_key_value_heads ?? found.num_attention_heads,
    hidden: found.intermediate_size,
    rotaryBase: found.rope_theta,
    epsilon: found.rms_norm_eps,
    isTied: found.tie_word_embeddings,
  });
  if ((found.head_dim ?? shape.width / shape.heads) !== shape.width / shape.heads) {
    throw new Fault('lm/bad-checkpoint', `config.json: heads of ${found.head_dim} do not make up ${shape.width}`);
  }
  return modelOf(shape, readSafetensors(weights));
}

function parse(config: string): z.infer<typeof Config> {
  try {
    return Config.parse(JSON.parse(config));
  } catch (error) {
    const why = error instanceof z.ZodError ? error.issues.map(({ path }) => path.join('.')).join(', ') : 'not JSON';
    throw new Fault('lm/bad-checkpoint', `config.json is not of a Llama that is computed here: ${why}`, {
      cause: error,
    });
  }
}
