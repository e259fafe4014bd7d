import { z } from 'zod';

const chance = z.number().min(0).max(1);

/** How the rules of a world are told, and how its reflector errs. */
export const LanguageData = z.strictObject({
  /** Words and sentences: that of development, or that of the report. */
  family: z.enum(['development', 'report']),
  /** Chance that a rule has another action for another kind of task. */
  typed: chance,
  /** Chance that the reflector leaves the kind out of such a rule, so that it helps one kind and hurts the others. */
  broad: chance,
  /** Chance that one line says two rules. */
  joint: chance,
  /** Chance that a wrong action is the reflector's pet error for that tag. */
  repeats: chance,
  /** Each further hint on a tag multiplies the chance of a wrong action by this. */
  evidence: chance,
  /** Scores are the share of tags that are right. */
  isGraded: z.boolean(),
  /** Every task has its own further chance to go wrong for no reason, between these. */
  slips: z.tuple([chance, chance]),
  /** Chance of prose around the JSON. */
  prose: chance,
  /** Chance that a merged item names no source, or all of them. */
  badMerge: chance,
  /** Mean chance to write the pet error of a tag whatever the hints say; each tag has its own, between half of this and half as much again. Evidence does not cure it. */
  systematic: z.number().min(0).max(0.5).default(0),
  /** Rules are put together from parts of sentences, so that hardly two have the same words. */
  isReworded: z.boolean().default(false),
  /** Every list item multiplies the chance of success by this, right ones too. */
  crowding: chance.default(1),
  /** The chance that the judge says the contrary wanders between 0 and this, once up and down in so many rollouts. */
  drift: z.strictObject({ most: z.number().min(0).max(0.5), period: z.int().min(2) }).default({ most: 0, period: 2 }),
});
export type LanguageData = z.infer<typeof LanguageData>;
