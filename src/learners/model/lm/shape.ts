import { Fault } from '#foundation/kernel';

/** The shape of a Llama-like transformer. Widths are in numbers per token. */
export interface ModelShape {
  /** Number of tokens, a multiple of 4. */
  readonly vocab: number;
  /** Most tokens of a sequence. */
  readonly context: number;
  readonly layers: number;
  /** Width of the residual stream, a multiple of 8 times `heads`. */
  readonly width: number;
  readonly heads: number;
  /** Heads of keys and values, each shared by heads / keyHeads queries. */
  readonly keyHeads: number;
  /** Width of the feed-forward layer, a multiple of 4. */
  readonly hidden: number;
  /** Base of the rotary angles. */
  readonly rotaryBase: number;
  /** ε of the norms. */
  readonly epsilon: number;
  /** True where the head is the embedding itself. */
  readonly isTied: boolean;
}

/** What a shape is made from; the rest has defaults. */
export type ShapeRequest = Pick<ModelShape, 'vocab' | 'context' | 'layers' | 'width' | 'heads'> & Partial<ModelShape>;

/**
 * A whole shape. The feed-forward layer is 8/3 of the width, rounded up to 32, as published models of this kind have it.
 *
 * @source Touvron et al. 2023, arXiv:2302.13971 §2.2
 */
export function completeShape(request: ShapeRequest): ModelShape {
  const shape: ModelShape = {
    keyHeads: request.heads,
    hidden: 32 * Math.ceil((8 * request.width) / 96),
    rotaryBase: 10000,
    epsilon: 1e-5,
    isTied: true,
    ...request,
  };
  const problem = shapeProblem(shape);
  if (problem !== undefined) throw new Fault('lm/bad-shape', problem, { details: { ...shape } });
  return shape;
}

function shapeProblem(shape: ModelShape): string | undefined {
  const { vocab, context, layers, width, heads, keyHeads, hidden } = shape;
  for (const [name, value] of Object.entries({ vocab, context, layers, width, heads, keyHeads, hidden })) {
    if (!Number.isSafeInteger(value) || value < 1) return `${name} must be a whole number above 0, not ${value}`;
  }
  if (vocab % 4 !== 0) return `vocab ${vocab} is not a multiple of 4`;
  if (hidden % 4 !== 0) return `hidden ${hidden} is not a multiple of 4`;
  if (width % (8 * heads) !== 0) return `width ${width} is not a multiple of 8 × ${heads} heads`;
  if (heads % keyHeads !== 0) return `${heads} heads cannot share ${keyHeads} heads of keys`;
  if (!(shape.rotaryBase > 1) || !(shape.epsilon > 0)) return 'rotaryBase must be above 1 and epsilon above 0';
  return undefined;
}

/** Width of one head. */
export function headWidth(shape: ModelShape): number {
  return shape.width / shape.heads;
}

/** Width of queries, keys and values side by side. */
export function attentionWidth(shape: ModelShape): number {
  return shape.width + 2 * shape.keyHeads * headWidth(shape);
}
