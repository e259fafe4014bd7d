import { z } from 'zod';
import { ideaText } from '../edits/item-text.ts';
import type { UpdateItem } from '../edits/update-item.ts';
import { jaccard, wordsOf } from '../rule-similarity/words.ts';

/** An idea that was tried and did not stay. Plain JSON, so that it survives a resume. */
export const RejectedIdea = z.strictObject({
  text: z.string(),
  step: z.int().min(0),
  verdict: z.enum(['reject', 'undecided']),
  /** Measured change of the gate score. */
  effect: z.number(),
});
export type RejectedIdea = z.infer<typeof RejectedIdea>;

/** The memory with these items added; an idea that is there already keeps its newest trial. */
export function rememberRejected(
  memory: readonly RejectedIdea[],
  items: readonly UpdateItem[],
  trial: Omit<RejectedIdea, 'text'>,
): readonly RejectedIdea[] {
  const fresh = new Map(items.map((item) => [ideaText(item), { text: ideaText(item), ...trial }]));
  return [...memory.filter(({ text }) => !fresh.has(text)), ...fresh.values()];
}

/** The most similar rejected idea, if it is at least `threshold` alike: Jaccard over words; ties go to the newest. */
export function recallRejected(
  memory: readonly RejectedIdea[],
  item: UpdateItem,
  threshold: number,
): { readonly idea: RejectedIdea; readonly similarity: number } | undefined {
  const words = wordsOf(ideaText(item));
  let best: { readonly idea: RejectedIdea; readonly similarity: number } | undefined;
  for (const idea of memory) {
    const similarity = jaccard(words, wordsOf(idea.text));
    if (similarity >= threshold && similarity >= (best?.similarity ?? 0)) best = { idea, similarity };
  }
  return best;
}
