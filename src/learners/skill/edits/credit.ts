import type { UpdateItem } from './update-item.ts';

/** A bundle without one of its items, for a measurement of what that item is worth. */
export interface Bundle {
  readonly items: readonly UpdateItem[];
  /** Id of the item that was left out. */
  readonly without: string;
}

/** One bundle per item, in order; none for fewer than two items, for then the bundle's own effect is the item's. */
export function leaveOneOut(items: readonly UpdateItem[]): readonly Bundle[] {
  if (items.length < 2) return [];
  return items.map(({ origin }, i) => ({ items: items.toSpliced(i, 1), without: origin.id }));
}

/** What was measured of one item. */
export interface ItemEffect {
  readonly item: UpdateItem;
  /** Score with it minus score without it. */
  readonly effect: number;
}

/** The items worth trying together: positive effect, best first, no two on the same text, at most `budget`. */
export function recombine(effects: readonly ItemEffect[], budget: number): readonly UpdateItem[] {
  const touched = new Set<string>();
  const kept: UpdateItem[] = [];
  for (const { item, effect } of effects.toSorted((a, b) => b.effect - a.effect)) {
    const place = placeOf(item);
    if (effect <= 0 || kept.length >= budget || (place !== undefined && touched.has(place))) continue;
    if (place !== undefined) touched.add(place);
    kept.push(item);
  }
  return kept;
}

/** The text an item changes; appended text and suggestions collide with nothing. */
function placeOf(item: UpdateItem): string | undefined {
  if (item.kind === 'rewrite') return 'SKILL.md';
  if (item.kind === 'suggestion' || item.edit.op === 'append' || item.edit.op === 'insert_after') return undefined;
  return `${item.edit.file ?? 'SKILL.md'}\n${item.edit.target}`;
}
