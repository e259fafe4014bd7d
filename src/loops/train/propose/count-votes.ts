import type { AnalystReport, UpdateItem } from '#skill';

/** An idea with the number of analysts that had it. */
export interface Idea {
  readonly text: string;
  readonly votes: number;
}

/** Letters and digits of what an item would write, so that layout makes no difference. */
function ideaOf(item: UpdateItem): string {
  const text =
    item.kind === 'edit'
      ? item.edit.op === 'delete'
        ? `delete ${item.edit.target}`
        : item.edit.content
      : item.kind === 'suggestion'
        ? item.suggestion.instruction
        : item.rewrite.text;
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The memory of ideas with the votes of new reports: one vote per analyst. */
export function countVotes(known: readonly Idea[], reports: readonly AnalystReport[]): Idea[] {
  const votes = new Map(known.map(({ text, votes: count }) => [text, count]));
  for (const { items } of reports) {
    for (const text of new Set(items.map(ideaOf))) votes.set(text, (votes.get(text) ?? 0) + 1);
  }
  return [...votes].map(([text, count]) => ({ text, votes: count }));
}

/**
 * The items that at least `least` analysts had the idea of, in this step or before; a merged item has the votes of all it was
 * merged from. Where no idea of the whole run has so many, all are kept: then votes tell nothing.
 *
 * A reflector that is wrong is seldom wrong twice in the same way, so agreement tells insight from invention before any rollout
 * is spent on it.
 *
 * @source Wang et al. 2022, arXiv:2203.11171 (self-consistency), over edits in place of answers
 */
export function keepAgreed(items: readonly UpdateItem[], ideas: readonly Idea[], least: number): readonly UpdateItem[] {
  const votes = new Map(ideas.map(({ text, votes: count }) => [text, count]));
  const votesOf = (item: UpdateItem): number => Math.max(votes.get(ideaOf(item)) ?? 1, item.origin.from?.length ?? 1);
  const agreed = items.filter((item) => votesOf(item) >= least);
  const isTelling = agreed.length > 0 || ideas.some(({ votes: count }) => count >= least);
  return isTelling ? agreed : items;
}
