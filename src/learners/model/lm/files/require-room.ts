import { Fault } from '#foundation/kernel';
import { headWidth, type ModelShape } from '../shape.ts';

/** Angles of the rotary table: a context of a million tokens with heads of 64. */
const MOST_ANGLES = 2 ** 26;

/**
 * Refuses a shape whose weights a file of so many bytes cannot hold, at two bytes each, before anything is allocated for it.
 *
 *     weights = vocab · width (twice where head and embedding differ) + width
 *             + layers · (2 width + 2 width² + 2 keyHeads · headWidth · width + 3 hidden · width)
 */
export function requireRoom(shape: ModelShape, bytes: number): void {
  const { vocab, width, layers, keyHeads, hidden, context, isTied } = shape;
  const perLayer = 2 * width + 2 * width ** 2 + 2 * keyHeads * headWidth(shape) * width + 3 * hidden * width;
  const weights = vocab * width * (isTied ? 1 : 2) + width + layers * perLayer;
  if (2 * weights > bytes) {
    throw new Fault('lm/bad-checkpoint', `a model of ${weights} weights in a file of ${bytes} bytes`);
  }
  const angles = context * headWidth(shape);
  if (angles > MOST_ANGLES) {
    throw new Fault(
      'lm/bad-checkpoint',
      `a context of ${context} tokens takes ${angles} angles, and ${MOST_ANGLES} is all`,
    );
  }
}
