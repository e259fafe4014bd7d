import { z } from 'zod';
import { invariant } from '#kernel';
import { Origin, type UpdateItem } from './update-item.ts';

/** The bundle without one of its items, for a measurement of what that item is worth. */
export interface Bundle {
  readonly items: readonly UpdateItem[];
  readonly without: string;
}

/** One bundle per item, in order; none for fewer than two items. */
export function leaveOneOut(_items: readonly UpdateItem[]): readonly Bundle[] {
  invariant(false, 'leaveOneOut is written');
}

/** What was measured of one item. */
export interface ItemEffect {
  readonly item: UpdateItem;
  /** Score with it minus score without it. */
  readonly effect: number;
}

/** The items worth keeping together: positive effect, best first, no two with the same target, at most `budget`. */
export function recombine(_effects: readonly ItemEffect[], _budget: number): readonly UpdateItem[] {
  invariant(false, 'recombine is written');
}

/** Why a rule is in the skill. Plain JSON. */
export const RuleProvenance = z.strictObject({
  ruleId: z.string(),
  text: z.string(),
  step: z.int().min(0),
  origins: z.array(Origin),
  effect: z.number().optional(),
});
export type RuleProvenance = z.infer<typeof RuleProvenance>;
