import { z } from 'zod';
import { invariant } from '#kernel';
import type { UpdateItem } from './update-item.ts';

/** An idea that was tried and did not stay. Plain JSON. */
export const RejectedIdea = z.strictObject({
  text: z.string(),
  step: z.int().min(0),
  verdict: z.enum(['reject', 'undecided']),
  /** Measured change of the gate score. */
  effect: z.number(),
});
export type RejectedIdea = z.infer<typeof RejectedIdea>;

/** The memory with these items added. */
export function rememberRejected(
  _memory: readonly RejectedIdea[],
  _items: readonly UpdateItem[],
  _trial: Omit<RejectedIdea, 'text'>,
): readonly RejectedIdea[] {
  invariant(false, 'rememberRejected is written');
}

/** The most similar rejected idea, if it is at least `threshold` alike. */
export function recallRejected(
  _memory: readonly RejectedIdea[],
  _item: UpdateItem,
  _threshold: number,
): { readonly idea: RejectedIdea; readonly similarity: number } | undefined {
  invariant(false, 'recallRejected is written');
}
